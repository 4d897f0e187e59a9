import { type ChainedTable, chains, digestOf } from './chain';
import type { Database } from './db/types';

export interface ChainReport {
  table: string;
  entries: number;
  /** The digest that covers every entry: noted elsewhere, it shows later whether all was rewritten. */
  digest: string;
  /** One sentence each; empty when every entry is as it was written. */
  faults: string[];
}

const PAGE = 5_000;
const MAX_FAULTS = 20;

/** Looks for entries of the audit trail that were changed, removed or inserted. */
export async function verifyAudit(db: Database): Promise<ChainReport[]> {
  const reports: ChainReport[] = [];
  for (const chain of chains) reports.push(await verifyChain(db, chain));
  return reports;
}

async function verifyChain(db: Database, chain: ChainedTable): Promise<ChainReport> {
  const faults: string[] = [];
  let last = 0;
  let digest = '';
  let entries = 0;
  for (;;) {
    const rows = await db
      .selectFrom(chain.table)
      .selectAll()
      .where(chain.key, '>', last)
      .orderBy(chain.key)
      .limit(PAGE)
      .execute();
    if (rows.length === 0) break;
    for (const row of rows) {
      const id = Number(row[chain.key]);
      const stored = String(row.entry_digest ?? '');
      if (id > last + 1 && entries > 0) faults.push(missing(last + 1, id - 1));
      else if (digestOf(chain, id, row, digest) !== stored)
        faults.push(`Entry ${id} was changed or inserted, or one before it was removed.`);
      last = id;
      digest = stored;
      entries += 1;
    }
  }
  const head = await db
    .selectFrom('chain_head')
    .selectAll()
    .where('chain_table', '=', chain.table)
    .executeTakeFirst();
  const end = Number(head?.last_id ?? 0);
  if (!head) faults.push('The head of the chain was removed.');
  else if (end > last) faults.push(missing(last + 1, end));
  else if (end < last) faults.push(`${span(end + 1, last)} inserted.`);
  else if (head.last_digest !== digest) faults.push('The last entry was replaced.');
  return { table: chain.table, entries, digest, faults: faults.slice(0, MAX_FAULTS) };
}

function missing(first: number, last: number): string {
  return `${span(first, last)} removed.`;
}

function span(first: number, last: number): string {
  return first === last ? `Entry ${first} was` : `Entries ${first} to ${last} were`;
}
