import { findDeclarationOnWire } from 'shared/entities';
import { getValueKind } from 'shared/entities/value-kind';
import type { Choice, Choices, Suspicion } from 'shared/import/choices';
import type { ValueKind } from 'shared/values/normalize';
import { type CellScope, readCell, readCellText } from './cells';
import { judgeValue, type SuspectedValue, ValueMemory } from './column-values';
import type { ImportColumn } from './columns';
import type { FileRow } from './file-row';
import type { ImportTable } from './import-table';
import { PhoneIndex } from './phone-index';
import { MOST_EXAMPLES, makeExample, type ValueExample } from './shown-value';

/** The suspicious values of one kind in a column. */
interface SuspiciousColumn {
  kind: Suspicion;
  count: number;
  /** The first values, each with its first line. */
  examples: ValueExample[];
}

interface RepeatedValue extends ValueExample {
  /** The line of the earlier row. */
  first: number;
}

/** The contents of one column of a file. */
export interface ColumnReport {
  /** The name of the field. */
  name: string;
  /** The title in the file. */
  title: string;
  empty: number;
  suspicious: SuspiciousColumn[];
  /** The values that the column cannot hold. */
  unknown: { count: number; examples: ValueExample[] };
  /** The rows whose phone number an earlier row has, however it is written. */
  repeated?: { count: number; examples: RepeatedValue[] };
  choice?: Choice;
  /** True if the import cannot begin before the user chooses what happens to the suspicious values. */
  undecided: boolean;
}

/** A row as it is read after the choices, with the columns of its suspicious values, by their position. */
export interface InspectedRow {
  row: FileRow;
  suspects: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();
/** The kinds of values that people write, and so write in several ways. */
const WORDS: ReadonlySet<ValueKind> = new Set(['answer', 'name', 'free text']);

/** Counts the empty, suspicious and unknown values of a file by column, and applies the choices of the user. */
export class ColumnInspector {
  readonly #compared: ReadonlyMap<string, ValueKind>;
  readonly #scope: CellScope;
  readonly #choices: Choices;
  readonly #memory = new ValueMemory();
  readonly #columns = new Map<string, ColumnReport>();
  /** The lines of phone numbers, by column. */
  readonly #phones: ReadonlyMap<string, PhoneIndex<number>>;

  constructor(spec: ImportTable, scope: CellScope, choices: Choices = {}) {
    this.#compared = findCompared(spec);
    this.#phones = findPhones(spec);
    this.#scope = scope;
    this.#choices = choices;
  }

  /** Counts the values of a row. Returns the row without the values that are to be read as empty. */
  inspect(row: FileRow, columns: readonly (ImportColumn | undefined)[]): InspectedRow {
    // The cells of such a row may be in the wrong columns.
    if (row.problem) return { row, suspects: NONE };
    let suspects: Set<number> | undefined;
    let values: unknown[] | undefined;
    for (const [at, column] of columns.entries()) {
      if (!column) continue;
      const raw = row.values[at];
      const report = this.#find(column);
      if (raw === '' || raw === null || raw === undefined) {
        report.empty += 1;
        continue;
      }
      const phones = this.#phones.get(column.name);
      if (phones) this.#countRepeated(report, column, phones, { raw, line: row.line });
      const verdict = this.#judge(column, raw);
      if (verdict === undefined) continue;
      const text = readCellText(raw, this.#scope);
      countSuspicious(report, verdict, () => makeExample(column, text, row.line, verdict.like));
      suspects ??= new Set();
      suspects.add(at);
      if (this.#choices[column.name] !== 'empty') continue;
      values ??= [...row.values];
      values[at] = '';
    }
    return { row: values ? { ...row, values } : row, suspects: suspects ?? NONE };
  }

  /**
   * Records what becomes of the inspected values: `wrong` are the columns whose values are refused, and `isWritten`
   * says which columns change.
   */
  recordEffects(
    { row, suspects }: InspectedRow,
    columns: readonly (ImportColumn | undefined)[],
    wrong: ReadonlyMap<string, string>,
    isWritten: (target: string) => boolean,
  ): void {
    if (wrong.size === 0 && suspects.size === 0) return;
    for (const [at, column] of columns.entries()) {
      if (!column) continue;
      const report = this.#find(column);
      const isWrong = wrong.has(column.target);
      if (suspects.has(at)) {
        if (!report.choice && (isWrong || isWritten(column.target))) report.undecided = true;
      } else if (isWrong) {
        const text = readCellText(row.values[at], this.#scope);
        if (text.trim() === '') continue;
        report.unknown.count += 1;
        addExample(report.unknown.examples, () => makeExample(column, text, row.line));
      }
    }
  }

  /** Returns the columns of the file, in the order in which they were found. */
  report(): ColumnReport[] {
    return [...this.#columns.values()];
  }

  #countRepeated(
    report: ColumnReport,
    column: ImportColumn,
    phones: PhoneIndex<number>,
    { raw, line }: { raw: unknown; line: number },
  ): void {
    const text = readCellText(raw, this.#scope);
    const first = phones.find(text);
    if (first === undefined) {
      phones.add(text, line);
      return;
    }
    report.repeated ??= { count: 0, examples: [] };
    report.repeated.count += 1;
    if (report.repeated.examples.length < MOST_EXAMPLES)
      report.repeated.examples.push({ ...makeExample(column, text, line), first });
  }

  #judge(column: ImportColumn, raw: unknown): SuspectedValue | undefined {
    return judgeValue(raw, column, this.#memory, {
      compared: this.#compared.get(column.name),
      isReadable: () => readCell(column, raw, this.#scope).ok,
      readText: () => readCellText(raw, this.#scope),
    });
  }

  #find({ name, title }: ImportColumn): ColumnReport {
    const known = this.#columns.get(name);
    if (known) return known;
    const report: ColumnReport = {
      ...{ name, title, empty: 0, suspicious: [], undecided: false },
      unknown: { count: 0, examples: [] },
      ...(Object.hasOwn(this.#choices, name) ? { choice: this.#choices[name] } : {}),
    };
    this.#columns.set(name, report);
    return report;
  }
}

/** Returns the columns whose values are compared with each other, with the kind of their values. */
function findCompared({ table, natural }: ImportTable): ReadonlyMap<string, ValueKind> {
  const fields = findDeclarationOnWire(table.wireName)?.fields ?? {};
  const kinds = Object.entries(fields).map(([name, field]) => [name, getValueKind(field)] as const);
  return new Map(kinds.filter(([name, kind]) => WORDS.has(kind) && !natural.includes(name)));
}

/**
 * Returns the columns of phone numbers whose repetitions are reported. Leaves out the column that identifies records,
 * whose repetitions are errors, and tables with several such columns, in which numbers repeat by design.
 */
function findPhones({ table, natural }: ImportTable): ReadonlyMap<string, PhoneIndex<number>> {
  const fields = natural.length === 1 ? (findDeclarationOnWire(table.wireName)?.fields ?? {}) : {};
  const phones = Object.entries(fields)
    .filter(([name, field]) => getValueKind(field) === 'phone number' && !natural.includes(name))
    .map(([name]) => [name, new PhoneIndex<number>()] as const);
  return new Map(phones);
}

function countSuspicious(
  { suspicious }: ColumnReport,
  { kind }: SuspectedValue,
  example: () => ValueExample,
): void {
  let values = suspicious.find((known) => known.kind === kind);
  if (!values) {
    values = { kind, count: 0, examples: [] };
    suspicious.push(values);
  }
  values.count += 1;
  addExample(values.examples, example);
}

/** Adds an example unless there are enough, or one with the same value. */
function addExample(examples: ValueExample[], make: () => ValueExample): void {
  if (examples.length >= MOST_EXAMPLES) return;
  const example = make();
  if (!examples.some(({ text }) => text === example.text)) examples.push(example);
}
