import {
  AliasNode,
  ColumnNode,
  ColumnUpdateNode,
  DefaultInsertValueNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  TableNode,
  type UpdateQueryNode,
  type ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';

/** The values that a statement writes, by column. */
export type Written = ReadonlyMap<string, unknown>;

/** A column that is computed from other columns of its table. */
export interface Companion {
  columns: readonly string[];
  name: string;
  /** Returns the value of a new row. */
  compute(written: Written): string | null;
  /** Returns the value of a changed row, of which some columns were not written. Defaults to `compute`. */
  change?(written: Written): OperationNode;
}

/** The companions of each table, by the name of the SQL table. */
type Companions = ReadonlyMap<string, readonly Companion[]>;

/**
 * Adds to each insert and update the companions of the columns that it writes, so that no writer can forget them.
 * Throws when a statement computes such a column in SQL, because its value is then not known here.
 */
export class CompanionColumns implements KyselyPlugin {
  readonly #tables: Companions;

  constructor(tables: Companions) {
    this.#tables = tables;
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    switch (node.kind) {
      case 'InsertQueryNode':
        return this.#addToInsert(node);
      case 'UpdateQueryNode':
        return this.#addToUpdate(node);
      default:
        return node;
    }
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }

  #addToInsert(node: InsertQueryNode): InsertQueryNode {
    const { columns = [], values, onConflict } = node;
    const names = columns.map(({ column }) => column.name);
    const companions = this.#find(node.into, names);
    if (companions.length === 0 || node.defaultValues) return node;
    if (!values || !ValuesNode.is(values))
      throw new Error('Rows with computed columns are inserted as values');
    return {
      ...node,
      columns: [...columns, ...companions.map(({ name }) => ColumnNode.create(name))],
      values: ValuesNode.create(values.values.map((row) => addToRow(companions, names, row))),
      ...(onConflict?.updates && {
        onConflict: { ...onConflict, updates: addToUpdates(companions, onConflict.updates) },
      }),
    };
  }

  #addToUpdate(node: UpdateQueryNode): UpdateQueryNode {
    const { updates = [] } = node;
    const names = updates.flatMap(({ column }) =>
      ColumnNode.is(column) ? [column.column.name] : [],
    );
    const companions = this.#find(node.table, names);
    return companions.length === 0 ? node : { ...node, updates: addToUpdates(companions, updates) };
  }

  /** Returns the companions of a table that depend on one of these columns. */
  #find(node: OperationNode | undefined, written: readonly string[]): readonly Companion[] {
    const table = node && AliasNode.is(node) ? node.node : node;
    if (!table || !TableNode.is(table)) return [];
    const companions = this.#tables.get(table.table.identifier.name) ?? [];
    return companions.filter(({ columns }) => written.some((name) => columns.includes(name)));
  }
}

function addToRow(
  companions: readonly Companion[],
  names: readonly string[],
  row: PrimitiveValueListNode | ValueListNode,
): PrimitiveValueListNode | ValueListNode {
  const compute = (read: (index: number) => unknown) =>
    companions.map(({ columns, compute }) => compute(readWritten(columns, names, read)));
  if (row.kind === 'PrimitiveValueListNode')
    return { ...row, values: [...row.values, ...compute((index) => row.values[index])] };
  const added = compute((index) => readNode(row.values[index]));
  return { ...row, values: [...row.values, ...added.map((value) => ValueNode.create(value))] };
}

function addToUpdates(companions: readonly Companion[], updates: readonly ColumnUpdateNode[]) {
  const names = updates.map(({ column }) => (ColumnNode.is(column) ? column.column.name : ''));
  const added = companions.map((companion) => {
    const read = (index: number) => readNode(updates[index]?.value);
    const written = readWritten(companion.columns, names, read);
    const value = companion.change?.(written) ?? ValueNode.create(companion.compute(written));
    return ColumnUpdateNode.create(ColumnNode.create(companion.name), value);
  });
  return [...updates, ...added];
}

/** Reads the values of these columns from the written ones, whose names are in `names`. */
function readWritten(
  columns: readonly string[],
  names: readonly string[],
  read: (index: number) => unknown,
): Written {
  return new Map(
    names.flatMap((name, index) => (columns.includes(name) ? [[name, read(index)] as const] : [])),
  );
}

function readNode(node: OperationNode | undefined): unknown {
  if (node && DefaultInsertValueNode.is(node)) return null;
  if (!node || !ValueNode.is(node))
    throw new Error('A column with a computed companion is written as a value');
  return node.value;
}
