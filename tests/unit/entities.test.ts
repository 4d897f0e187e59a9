import { describe, expect, it } from 'vitest';
import { declarations } from '../../shared/entities';
import {
  defineEntity,
  type EntityDeclaration,
  getLead,
  getWireName,
} from '../../shared/entities/declaration';
import type { Field } from '../../shared/entities/field';
import { nameText, status } from '../../shared/entities/fields';
import { id, shown } from '../../shared/entities/shown-fields';

const all: readonly EntityDeclaration[] = declarations;
const names = all.map(({ name }) => name);

type Modules = Record<string, Record<string, unknown>>;

const folders: Record<string, Modules> = {
  shared: import.meta.glob('../../shared/entities/*.ts', { eager: true }),
  app: import.meta.glob('../../app/lib/core/entities/*.ts', { eager: true }),
  backend: import.meta.glob('../../backend/entities/*.ts', { eager: true }),
};

/** Returns the modules of a folder, each with the name of its file. */
function listModules(folder: string): [file: string, module: Record<string, unknown>][] {
  return Object.entries(folders[folder] ?? {}).map(([path, module]) => [
    path.replace(/^.*\/|\.ts$/g, ''),
    module,
  ]);
}

function toCamelCase(name: string): string {
  return name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}

/** Returns the exports of a module that have all of these properties. */
function listExports(module: Record<string, unknown>, ...properties: string[]): string[] {
  return Object.entries(module).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && properties.every((property) => property in value)
      ? [name]
      : [],
  );
}

/** The properties that a field can have. TypeScript does not report others in an object literal with a spread. */
const fieldProperties: Record<keyof Field, true> = {
  ...{ identifying: true, masked: true, kind: true, format: true, title: true, priority: true },
  ...{ wide: true, breaks: true },
  ...{ hiddenAtFirst: true, group: true, unlisted: true, aliases: true, options: true },
  ...{
    offersValues: true,
    groupsRows: true,
    follows: true,
    storedIn: true,
    derived: true,
    codes: true,
    fallbackLabel: true,
    answerCodes: true,
    event: true,
    cardLabel: true,
    input: true,
    holds: true,
    valueKind: true,
    unit: true,
  },
};

it('every number with a unit declares it', () => {
  const words = { seconds: /second/i, minutes: /minute/i, days: /\bdays\b/i, '%': /%|score/i };
  for (const { name, fields } of all)
    for (const [field, { kind, format, title, unit }] of Object.entries<Field>(fields)) {
      if (kind !== 'number') continue;
      const named = Object.entries(words).find(([, pattern]) => pattern.test(title))?.[0];
      const expected = format === 'file-size' ? 'bytes' : named;
      expect(unit, `${name}.${field}`).toBe(expected);
    }
});

it('every field declares whether it identifies a person', () => {
  const undecided = all.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { identifying }]) =>
      [true, false, 'account name'].includes(identifying) ? [] : [`${name}.${field}`],
    ),
  );
  expect(undecided).toEqual([]);
});

/** Matches names and titles of fields that hold phone numbers or dates of birth. */
const PERSONAL_FIELD = /phone|whatsapp|(?<!study.)number|contact|mobile|birth|dob\b/i;

it('every field for phone numbers or dates of birth of people declares how it is masked', () => {
  const undecided = all.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { identifying, masked, title, input, kind }]) => {
      const isPersonal =
        identifying === true &&
        (input?.control === 'tel' || PERSONAL_FIELD.test(`${field} ${title}`));
      const isAccount =
        kind === 'text' && /_(name|names|email|pin|token|lastupdateuser)$/.test(field);
      return isPersonal && !isAccount && masked === undefined ? [`${name}.${field}`] : [];
    }),
  );
  expect(undecided).toEqual([]);
  const dates = all.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { identifying, kind, masked }]) =>
      identifying === true && kind !== 'text' && masked === undefined ? [`${name}.${field}`] : [],
    ),
  );
  expect(dates).toEqual([]);
});

it('every field has only the properties of the type Field', () => {
  const unknown = all.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, declared]) =>
      Object.keys(declared)
        .filter((property) => !Object.hasOwn(fieldProperties, property))
        .map((property) => `${name}.${field}: ${property}`),
    ),
  );
  expect(unknown).toEqual([]);
});

describe('the name of an entity', () => {
  it('belongs to no other entity', () => {
    expect([...new Set(names)]).toEqual(names);
    const wireNames = all.filter(({ source }) => !source).map(getWireName);
    expect([...new Set(wireNames)]).toEqual(wireNames);
  });

  it('is the name of its declaration’s file and export', () => {
    const declared = listModules('shared').filter(
      ([, module]) => listExports(module, 'fields', 'singular').length > 0,
    );
    expect(declared.map(([file]) => file).sort()).toEqual([...names].sort());
    for (const [file, module] of declared) {
      expect(module[toCamelCase(file)]).toBe(all.find(({ name }) => name === file));
      expect(listExports(module, 'fields', 'singular')).toEqual([toCamelCase(file)]);
    }
  });

  it('is the name of its screen’s file and export', () => {
    const entities = listModules('app').filter(
      ([, module]) => listExports(module, 'list', 'recordPath').length > 0,
    );
    expect(entities.length).toBeGreaterThan(10);
    for (const [file, module] of entities) {
      expect(names).toContain(file);
      expect(listExports(module, 'list', 'recordPath')).toEqual([toCamelCase(file)]);
      expect(module[toCamelCase(file)]).toMatchObject({ name: file });
    }
    expect(listModules('app').filter(([file]) => names.includes(file)).length).toBe(
      entities.length,
    );
  });

  it('is the name of its table’s file and export', () => {
    const tables = listModules('backend').filter(([file]) => names.includes(file));
    expect(tables.length).toBeGreaterThan(15);
    for (const [file, module] of tables) {
      const exported = module[toCamelCase(file)];
      const table = typeof exported === 'function' ? exported() : exported;
      const declaration = all.find(({ name }) => name === file);
      expect(table).toMatchObject({ wireName: declaration && getWireName(declaration) });
    }
    const others = listModules('backend').filter(([file]) => !names.includes(file));
    for (const [, module] of others) expect(listExports(module, 'wireName', 'columns')).toEqual([]);
  });

  it('names the parent of every list that belongs to a record', () => {
    const parents = all.flatMap(({ parent }) => (parent ? [parent] : []));
    expect(parents.filter((parent) => !names.includes(parent))).toEqual([]);
  });
});

const fields = all.flatMap(({ name, fields }) =>
  Object.entries(fields).map(([field, declared]): [string, string, Field] => [
    name,
    field,
    declared,
  ]),
);

/** The entities about organisations and materials. Their names, numbers and texts identify nobody. */
const impersonal = ['resource', 'facility', 'notification', 'quiz', 'sms-message', 'sms-category'];

describe('what identifies a person', () => {
  it('is decided for every field', () => {
    const decisions = [true, false, 'account name'];
    expect(fields.filter(([, , { identifying }]) => !decisions.includes(identifying))).toEqual([]);
  });

  it('includes names, numbers, addresses, birthdays and texts in people’s own words', () => {
    const identifyingNames =
      /(^|_)(fname|lname|first_name|last_name|firstName|nickname|email|birthday|notes|specify|study_number|whatsapp|pin|residency)$|phone_number$|^phone_name$/i;
    const undecided = fields.filter(
      ([entity, field, { identifying }]) =>
        identifyingNames.test(field) && !identifying && !impersonal.includes(entity),
    );
    expect(undecided.map(([entity, field]) => `${entity}: ${field}`)).toEqual([]);
  });

  it('includes every input for a phone number or an e-mail address of a person', () => {
    const inputs = fields.filter(
      ([entity, , { input, identifying }]) =>
        ['tel', 'email'].includes(input?.control ?? '') &&
        identifying !== true &&
        !impersonal.includes(entity),
    );
    expect(inputs.map(([entity, field]) => `${entity}: ${field}`)).toEqual([]);
  });

  it('includes no choice, no number, and no date except a birthday', () => {
    const wrong = fields.filter(
      ([, field, { kind, identifying }]) =>
        identifying && field !== 'birthday' && ['choice', 'date', 'number'].includes(kind),
    );
    expect(wrong.map(([entity, field]) => `${entity}: ${field}`)).toEqual([]);
  });
});

describe('the lead fields', () => {
  const declaration = {
    name: 'visit',
    singular: 'visit',
    title: 'Visits',
    key: 'visit_id',
    label: 'visit_name',
    fields: {
      visit_id: id(),
      visit_name: nameText({ wire: 'uname', label: 'Name', identifying: false }),
      visit_place: shown('Place', { identifying: false }),
      visit_notes: shown('Notes', { identifying: false, priority: 0, hiddenAtFirst: true }),
      visit_date: shown('Date', { format: 'date', identifying: false }),
      c_status: status('visit_status'),
    },
    path: '/visits',
    pageSize: 10,
  } satisfies EntityDeclaration;

  it('are the label and the next two by priority, unless the entity declares them', () => {
    expect(getLead(declaration)).toEqual(['visit_name', 'c_status', 'visit_place']);
    expect(getLead({ ...declaration, lead: ['visit_date'] })).toEqual(['visit_date']);
  });

  it.each([
    [['visit_name', 'nothing'], 'visit has no field nothing'],
    [['visit_notes'], 'The list of visit hides visit_notes'],
    [
      [
        ...['visit_id', 'visit_name', 'visit_place', 'visit_date', 'c_status'],
        'visit_id',
        'visit_id',
      ],
      'visit has more than 6 lead fields',
    ],
  ])('are refused if they are %j', (lead, message) => {
    expect(() => defineEntity({ ...declaration, lead })).toThrow(message);
  });

  it('of the audit log say who did what to which record, and when', () => {
    const auditLog = all.find(({ name }) => name === 'audit-log');
    expect(auditLog && getLead(auditLog)).toEqual([
      'audit_username',
      'audit_action',
      'audit_description',
      'audit_date',
    ]);
  });
});
