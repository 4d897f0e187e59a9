import { existsSync } from 'node:fs';
import path from 'node:path';
import { onSqlite, openDatabase, readSqlite } from './db/connect';
import type { Database } from './db/types';
import { verifyAudit } from './verify';

/** `npm run audit:verify`: says whether the audit trail is as it was written; ends with 1 if not. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const db = await openTrail();
  try {
    for (const { table, entries, digest, faults } of await verifyAudit(db)) {
      const verdict = faults.length === 0 ? 'as they were written' : 'NOT as they were written';
      print(`${table}: ${entries} entries, ${verdict}. Digest: ${digest || 'none'}`);
      for (const fault of faults) print(`  ${fault}`);
      if (faults.length > 0) process.exitCode = 1;
    }
  } finally {
    await db.destroy();
  }
}

/** Only reads, so that it may run beside the panel. */
async function openTrail(): Promise<Database> {
  const url = process.env.DATABASE_URL;
  if (url) return openDatabase({ url, schema: 'host' });
  const file = path.resolve(process.env.DATA_DIR || './data', 'host.sqlite');
  if (!existsSync(file)) throw new Error(`There is no audit trail at ${file}: set DATA_DIR.`);
  return onSqlite(readSqlite(file));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
