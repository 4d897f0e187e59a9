import { getStore } from '../server/store.server';

/** The facts by which `npm run export:trace` finds the export of a file. */
export interface Trace {
  exportId: string;
  sha256: string;
  username: string;
  /** The text of the audit entry. */
  description: string;
}

/** Stores which export a file comes from. The traces stay when the file is deleted. */
export async function storeTrace({ exportId, sha256, username, description }: Trace) {
  await (await getStore())
    .insertInto('export_trace')
    .values({ export_id: exportId, sha256, username, description, made_at: Date.now() })
    .execute();
}
