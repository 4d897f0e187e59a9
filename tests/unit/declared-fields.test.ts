import { declarations } from 'shared/entities';
import type { EntityDeclaration } from 'shared/entities/declaration';
import type { Row } from 'shared/list/memory';
import { describe, expect, it } from 'vitest';
import { entities } from '~/lib/core/entities';
import { bindToParent } from '~/lib/core/entities/bind-to-parent';
import { linkedParticipant } from '~/lib/core/entities/linked-participant';
import { getDeclaredFields } from '~/lib/core/entities/list-fields';

const lists = [...entities, bindToParent(linkedParticipant, '+260')].map((entity) => ({
  entity,
  plural: entity.title,
}));

it('no input has an option of its column, which would have no effect there', () => {
  const misplaced = declarations.flatMap(({ name, fields }: EntityDeclaration) =>
    Object.entries(fields).flatMap(([field, { input = {} }]) =>
      ['holds', 'breaks', 'wide', 'group', 'aliases', 'priority', 'cardLabel']
        .filter((option) => option in input)
        .map((option) => `${name}.${field}: ${option}`),
    ),
  );
  expect(misplaced).toEqual([]);
});

describe.each(lists)('the list of $plural', ({ entity }) => {
  it.each(['2', '', '1'])(
    'declares the fields that its links and notes read if each value is “%s”',
    (value) => {
      const read = new Set<string>();
      const row: Row = new Proxy(
        {},
        {
          get(_row, field) {
            read.add(String(field));
            return value;
          },
        },
      );
      for (const column of entity.list.columns) {
        column.link?.(row);
        column.note?.(row);
      }
      entity.removal?.href(row, entity);
      entity.detail?.related(row);
      const declared = getDeclaredFields(entity);
      expect([...read].filter((field) => !declared.includes(field))).toEqual([]);
    },
  );

  it('has no alias that is the name of a field, and no alias for two fields', () => {
    const aliases = entity.list.columns.flatMap((column) => column.aliases ?? []);
    expect(aliases.filter((name) => getDeclaredFields(entity).includes(name))).toEqual([]);
    expect(aliases).toEqual([...new Set(aliases)]);
  });

  it('declares its key and the name of its records', () => {
    expect(getDeclaredFields(entity)).toEqual(expect.arrayContaining([entity.key, entity.label]));
  });
});
