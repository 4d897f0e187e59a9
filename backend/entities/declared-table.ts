import {
  type EntityDeclaration,
  type Field,
  getWireName,
  type Input,
} from 'shared/entities/declaration';
import { inputProblem } from 'shared/entities/input-problem';
import { z } from 'zod';
import { content, type FieldSchema } from '../fields';
import {
  alias,
  type Column,
  type Parameter,
  type SaveRules,
  stamps,
  statusText,
  type Table,
} from './table';

/** The host's additions to a declaration: computed columns, checks in the database, indexes. */
interface HostRules extends Partial<Omit<Table, 'noun' | 'label' | 'stamped' | 'save'>> {
  save?: Partial<SaveRules>;
}

/** Returns the table of a declared entity, with its columns and the rules of its form. */
export function declaredTable(entity: EntityDeclaration, rules: HostRules = {}): Table {
  const { singular, key, fields, form, unique, deletable } = entity;
  const { columns, save, ...rest } = rules;
  const noun = getWireName(entity);
  const table = rules.table ?? noun.replaceAll('-', '_');
  const prefix = entity.stamps?.prefix;
  return {
    noun,
    label: singular,
    table,
    key,
    columns: {
      ...Object.fromEntries(
        Object.entries(fields).flatMap(([field, declared]) => buildColumns(table, field, declared)),
      ),
      ...(prefix ? stamps(prefix) : {}),
      ...columns,
    },
    stamped: prefix,
    save: form && {
      ...save,
      parameters: { ...buildParameters(fields), ...save?.parameters },
      unique,
    },
    remove: deletable || undefined,
    import: entity.import,
    ...rest,
  };
}

function buildColumns(table: string, name: string, field: Field): [string, Column][] {
  const { storedIn, options, kind, input } = field;
  if (input?.source) return [];
  if (storedIn === undefined) return [[name, { kind }]];
  const code: [string, Column] = [storedIn, { kind: 'number' }];
  if (!options) return [code, [name, alias(kind, table, storedIn)]];
  const [first = '', second = ''] = options;
  return [code, [name, statusText(storedIn, [first, second])]];
}

function buildParameters(fields: EntityDeclaration['fields']): Record<string, Parameter> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { storedIn, kind, input }]) => {
      if (!input || input.source) return [];
      const isNumber = storedIn !== undefined || kind === 'number';
      const schema = inputSchema(input, isNumber);
      const parameter = { column: storedIn ?? name, schema };
      return [[input.wire, input.addOnly ? { ...parameter, addOnly: true } : parameter]];
    }),
  );
}

/** Returns the schema of a parameter: text without spaces at both ends, null when it is empty. */
function inputSchema(input: Input, isNumber: boolean): FieldSchema {
  const { label, control, options, optionalOnHost } = input;
  // Not looked into: what is broken must survive the correction of another field.
  if (control === 'rich-text' || control === 'items') return content(label);
  const required = optionalOnHost ? undefined : input.required;
  const codes = isNumber ? options?.map(({ value }) => value) : undefined;
  return z
    .preprocess(
      (value) => (typeof value === 'string' ? value.trim() : (value ?? '')),
      z.string({ error: `${label} was sent more than once` }),
    )
    .superRefine((text, context) => {
      const message =
        text === ''
          ? required
          : (inputProblem(input, text) ??
            (codes && !codes.includes(text) ? `${label} is not valid` : undefined));
      if (message) context.addIssue({ code: 'custom', message });
    })
    .transform((text) => (text === '' ? null : isNumber ? Number(text) : text));
}
