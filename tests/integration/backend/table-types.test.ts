import type { Kysely } from 'kysely';
import ts from 'typescript';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../../backend/db/migrations';
import { getAllTables } from '../../../backend/entities/tables';
import { listTables } from '../../../cli/table-list';
import { migrateToLatest } from '../../../shared/db/migrate';
import { emptyDatabase } from '../../support/database';

/** The columns of a table, with the kind of their values, and whether each may be null. */
type Columns = Record<string, `${'number' | 'text'} ${'null' | 'not null'}`>;

/** Reads the columns of each table from an interface. */
function declaredTables(file: string, name: string): Record<string, Columns> {
  const program = ts.createProgram([file], { strict: true, types: [], skipLibCheck: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const found = source?.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (!found) throw new Error(`${file} has no interface ${name}`);
  const getMembers = (type: ts.Type) =>
    checker
      .getPropertiesOfType(type)
      .map((member) => [member.name, checker.getTypeOfSymbolAtLocation(member, found)] as const);
  return Object.fromEntries(
    getMembers(checker.getTypeAtLocation(found)).map(([table, type]) => [
      table,
      Object.fromEntries(
        getMembers(type).map(([column, columnType]) => {
          // Kysely's types for columns with a default value have one type for reading and others for writing.
          const selected = columnType.getProperty('__select__');
          const read = selected ? checker.getTypeOfSymbolAtLocation(selected, found) : columnType;
          const kinds = read.isUnion() ? read.types : [read];
          const has = (flag: ts.TypeFlags) => kinds.some(({ flags }) => (flags & flag) !== 0);
          return [
            column,
            `${has(ts.TypeFlags.NumberLike) ? 'number' : 'text'} ${has(ts.TypeFlags.Null) ? 'null' : 'not null'}`,
          ] as const;
        }),
      ),
    ]),
  );
}

/** Reads the columns of each table from a migrated database. The columns of a key are never null. */
async function migratedTables(): Promise<Record<string, Columns>> {
  const db: Kysely<unknown> = await emptyDatabase();
  onTestFinished(() => db.destroy());
  await migrateToLatest(db, migrations);
  const keys = new Map((await listTables(migrations)).map(({ name, key }) => [name, key]));
  const tables = await db.introspection.getTables();
  return Object.fromEntries(
    tables
      .filter(({ name }) => keys.has(name))
      .map(({ name, columns }) => [
        name,
        Object.fromEntries(
          columns.map((column) => {
            const nullable = column.isNullable && !keys.get(name)?.includes(column.name);
            const isNumber = /int|real|float|double|numeric/i.test(column.dataType);
            return [
              column.name,
              `${isNumber ? 'number' : 'text'} ${nullable ? 'null' : 'not null'}`,
            ] as const;
          }),
        ),
      ]),
  );
}

it('StudyTables names all tables, columns and kinds of values, except tables that only a declaration names', async () => {
  const typed = declaredTables('backend/db/study-tables.ts', 'StudyTables');
  const isOnlyDeclared = (name: string) =>
    !Object.hasOwn(typed, name) && getAllTables().some(({ table }) => table === name);
  const made = Object.entries(await migratedTables());
  expect(typed).toEqual(Object.fromEntries(made.filter(([name]) => !isOnlyDeclared(name))));
});
