/** Limits how much work of one user runs at the same time in this process. */
export class UserSlots {
  #taken = new Map<string, number>();

  /** `max` is the number of slots of each user. */
  constructor(readonly max: number) {}

  /**
   * Takes a slot, and returns the function that releases it. Further calls of this function do nothing. Returns undefined
   * if all slots of the user are taken.
   */
  take(user: string): (() => void) | undefined {
    const count = this.#taken.get(user) ?? 0;
    if (count >= this.max) return undefined;
    this.#taken.set(user, count + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#taken.get(user) ?? 1) - 1;
      if (left > 0) this.#taken.set(user, left);
      else this.#taken.delete(user);
    };
  }
}
