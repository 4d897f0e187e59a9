/** An entry that a chain must still contain, with its digest from a checkpoint outside the database. */
export interface ExpectedEntry {
  id: number;
  digest: string;
  /** The time at which the checkpoint was written, ISO 8601. */
  time: string;
}

/** The entries of a chain that its checkpoints name. */
export class ExpectedEntries {
  readonly #byId = new Map<number, ExpectedEntry[]>();
  readonly #longest: ExpectedEntry | undefined;

  /** Takes the entries in the order in which the checkpoints were written. */
  constructor(entries: readonly ExpectedEntry[]) {
    let longest: ExpectedEntry | undefined;
    for (const entry of entries) {
      this.#byId.set(entry.id, [...(this.#byId.get(entry.id) ?? []), entry]);
      if (entry.id > (longest?.id ?? 0)) longest = entry;
    }
    this.#longest = longest;
  }

  /** Returns the times of the checkpoints that contain another digest for this entry. */
  listDifferent(id: number, digest: string): string[] {
    const expected = this.#byId.get(id) ?? [];
    return expected.filter((entry) => entry.digest !== digest).map(({ time }) => time);
  }

  /** Returns the last entry that the checkpoints name, if the chain ends before it. */
  findMissing(lastId: number): ExpectedEntry | undefined {
    return this.#longest && this.#longest.id > lastId ? this.#longest : undefined;
  }
}
