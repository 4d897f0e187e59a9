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
  PrimitiveValueListNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import { normalizeDate } from 'shared/list/values';

/** The key and the date columns of a table. */
export interface DatedTable {
  key: string;
  dates: readonly string[];
}

/** The tables with dates, by the name of the SQL table. */
export type DatedTables = ReadonlyMap<string, DatedTable>;

/** Returns the name of the column that stores a date in its sortable form, in addition to the original text. */
export function getSortableName(date: string): string {
  return `${date}_sortable`;
}

/**
 * Adds to each insert and update the sortable values of the dates that it writes, so that no writer can forget
 * them. Throws when a statement computes a date in SQL, because its text is then not known here.
 */
export class SortableDates implements KyselyPlugin {
  readonly #tables: DatedTables;
  readonly #timeZone: string;

  constructor(tables: DatedTables, timeZone: string) {
    this.#tables = tables;
    this.#timeZone = timeZone;
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
    const dates = this.#findDates(node.into);
    if (!dates || node.defaultValues) return node;
    const { columns = [], values, onConflict } = node;
    if (!values || !ValuesNode.is(values))
      throw new Error('Rows with dates are inserted as values');
    const dateColumns = columns.flatMap(({ column: { name } }, index) =>
      dates.includes(name) ? [{ name, index }] : [],
    );
    return {
      ...node,
      columns: [
        ...columns,
        ...dateColumns.map(({ name }) => ColumnNode.create(getSortableName(name))),
      ],
      values: ValuesNode.create(
        values.values.map((row) =>
          PrimitiveValueListNode.is(row)
            ? PrimitiveValueListNode.create([
                ...row.values,
                ...dateColumns.map(({ index }) => this.#normalize(row.values[index])),
              ])
            : ValueListNode.create([
                ...row.values,
                ...dateColumns.map(({ index }) => this.#normalizeNode(row.values[index])),
              ]),
        ),
      ),
      ...(onConflict?.updates && {
        onConflict: { ...onConflict, updates: this.#addToUpdates(dates, onConflict.updates) },
      }),
    };
  }

  #addToUpdate(node: UpdateQueryNode): UpdateQueryNode {
    const dates = this.#findDates(node.table);
    if (!dates || !node.updates) return node;
    return { ...node, updates: this.#addToUpdates(dates, node.updates) };
  }

  #addToUpdates(dates: readonly string[], updates: readonly ColumnUpdateNode[]) {
    const sortable = updates.flatMap(({ column, value }) =>
      ColumnNode.is(column) && dates.includes(column.column.name)
        ? [
            ColumnUpdateNode.create(
              ColumnNode.create(getSortableName(column.column.name)),
              this.#normalizeNode(value),
            ),
          ]
        : [],
    );
    return [...updates, ...sortable];
  }

  #findDates(node: OperationNode | undefined): readonly string[] | undefined {
    const table = node && AliasNode.is(node) ? node.node : node;
    if (!table || !TableNode.is(table)) return undefined;
    return this.#tables.get(table.table.identifier.name)?.dates;
  }

  #normalizeNode(node: OperationNode | undefined): OperationNode {
    if (node && DefaultInsertValueNode.is(node)) return node;
    if (!node || !ValueNode.is(node)) throw new Error('A date is written as a value');
    return ValueNode.create(this.#normalize(node.value));
  }

  #normalize(text: unknown): string | null {
    return normalizeDate(text, this.#timeZone);
  }
}
