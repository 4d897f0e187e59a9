import { expect, it } from 'vitest';
import { findSqlitePackage, Sqlite } from '../../shared/db/sqlite-driver';

it.each([
  ['9', 'better-sqlite3'],
  ['10', 'better-sqlite3-13'],
  ['11', 'better-sqlite3-13'],
])('with version %s of Node-API, SQLite is opened by %s', (nodeApi, name) => {
  expect(findSqlitePackage(nodeApi)).toBe(name);
});

it('SQLite answers on this version of Node', () => {
  const db = new Sqlite(':memory:');
  expect(db.prepare('select 1 as one').get()).toEqual({ one: 1 });
  db.close();
});
