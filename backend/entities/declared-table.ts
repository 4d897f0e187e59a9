import { type EntityDeclaration, getWireName } from 'shared/entities/declaration';
import type { Field, Input, Option } from 'shared/entities/field';
import { findEntryProblem, findInputProblem } from 'shared/entities/input-problem';
import { getValueKind } from 'shared/entities/value-kind';
import { normalizeValue, type ValueKind } from 'shared/values/normalize';
import { z } from 'zod';
import { content, type FieldSchema } from '../wire/fields';
import { buildAlias, buildCodeLabel, buildStampColumns } from './columns';
import type { Parameter, SaveRules, Table, TableColumn } from './table';

/**
 * The rules that the host adds to a declaration, such as computed columns, indexes, and checks that query the database.
 */
interface HostRules
  extends Partial<Omit<Table, 'wireName' | 'listPath' | 'label' | 'goesToBin' | 'save'>> {
  save?: Partial<SaveRules>;
}

/** Returns the table of a declared entity, with its columns and the rules for saving its form. */
export function buildTable(entity: EntityDeclaration, rules: HostRules = {}): Table {
  const { singular, key, label, fields, form, unique, deletable } = entity;
  const { columns, save, ...rest } = rules;
  const wireName = getWireName(entity);
  const table = rules.table ?? getTableName(entity.name);
  const prefix = entity.stamps?.prefix;
  return {
    wireName,
    listPath: entity.wire?.list,
    singular: singular,
    table,
    key,
    label,
    columns: {
      ...Object.fromEntries(
        Object.entries(fields).flatMap(([field, declared]) => buildColumns(table, field, declared)),
      ),
      ...(prefix ? buildStampColumns(prefix) : {}),
      ...columns,
    },
    stampPrefix: prefix,
    save: form && {
      ...save,
      parameters: { ...buildParameters(fields), ...save?.parameters },
      unique,
    },
    remove: deletable || undefined,
    goesToBin: deletable ?? false,
    import: entity.import,
    ...rest,
  };
}

/** Returns the name of an entity's table, unless the host has a rule for it. */
export function getTableName(entity: string): string {
  return entity.replaceAll('-', '_');
}

function buildColumns(table: string, name: string, field: Field): [string, TableColumn][] {
  const { storedIn, kind, input, codes = input?.options ?? [] } = field;
  if (input?.source) return [];
  const values = {
    ...(kind === 'number' || storedIn ? buildWords(codes) : buildTexts(codes)),
    valueKind: getValueKind(field),
  };
  if (storedIn === undefined) {
    const answers = field.answerCodes;
    return [[name, { kind, ...values, ...(answers ? { answers } : {}) }]];
  }
  const code: [string, TableColumn] = [storedIn, { kind: 'number', ...values }];
  const { options, fallbackLabel: otherwise = options?.at(-1) } = field;
  return options && otherwise
    ? [code, [name, buildCodeLabel(storedIn, codes, otherwise)]]
    : [code, [name, buildAlias(kind, table, storedIn)]];
}

/** Returns the code of each label, and of each alias that is not a number, for reading imported files. */
function buildWords(codes: readonly Option[]): Pick<TableColumn, 'words'> {
  const words = codes.flatMap(({ value, label, aliases = [] }) =>
    [label, ...aliases.filter((alias) => Number.isNaN(Number(alias)))].map((word) => [
      word,
      Number(value),
    ]),
  );
  return words.length > 0 ? { words: Object.fromEntries(words) } : {};
}

function buildTexts(options: readonly Option[]): Pick<TableColumn, 'texts'> {
  return options.length > 0 ? { texts: options.map(({ value }) => value) } : {};
}

function buildParameters(fields: EntityDeclaration['fields']): Record<string, Parameter> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { storedIn, kind, input } = field;
      if (!input || input.source) return [];
      const isNumber = storedIn !== undefined || kind === 'number';
      const schema = buildInputSchema(input, getValueKind(field), isNumber);
      const parameter = {
        column: storedIn ?? name,
        schema,
        findEntryProblem: (text: string) => findEntryProblem(input, text),
      };
      return [[input.wire, input.addOnly ? { ...parameter, addOnly: true } : parameter]];
    }),
  );
}

/**
 * Returns the schema of a parameter, which normalises texts by their kind and turns empty ones into null. Rich text and
 * lists of items are stored as they are.
 */
function buildInputSchema(input: Input, valueKind: ValueKind, isNumber: boolean): FieldSchema {
  const { label, control, options, optionalOnHost } = input;
  // Checks only the length and NUL characters, so that users can still change the other fields of a record whose stored
  // content is invalid.
  if (control === 'rich-text' || control === 'items') return content(label);
  const required = optionalOnHost ? undefined : input.required;
  const codes = isNumber ? options?.map(({ value }) => value) : undefined;
  return z
    .preprocess(
      (value) => (typeof value === 'string' ? normalizeValue(valueKind, value) : (value ?? '')),
      z.string({ error: `${label} was sent more than once` }),
    )
    .superRefine((text, context) => {
      const message =
        text === ''
          ? required
          : (findInputProblem(input, text) ??
            (codes && !codes.includes(text) ? `${label} is not valid` : undefined));
      if (message) context.addIssue({ code: 'custom', message });
    })
    .transform((text) => (text === '' ? null : isNumber ? Number(text) : text));
}
