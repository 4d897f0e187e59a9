import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

/**
 * Returns the name of the package of better-sqlite3 for a version of Node-API. Version 12 of better-sqlite3 crashes on
 * Node 24.19 and later when a statement is garbage collected. Version 13 needs Node-API 10, which Node has since 22.14
 * (decision 0135). scripts/build-lock.js chooses in the same way.
 */
export function findSqlitePackage(nodeApi: string): string {
  return Number(nodeApi) >= 10 ? 'better-sqlite3-13' : 'better-sqlite3';
}

const load = createRequire(import.meta.url);

export const Sqlite: typeof BetterSqlite3 = load(findSqlitePackage(process.versions.napi ?? ''));
