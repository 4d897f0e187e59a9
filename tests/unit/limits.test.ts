import { describe, expect, it } from 'vitest';
import { entities } from '~/lib/core/entities';
import type { EntityWithForm } from '~/lib/core/entities/entity';
import { buildFormSchema } from '~/lib/core/form/form-schema';
import type { Table } from '../../backend/entities/table';
import { getAllTables } from '../../backend/entities/tables';
import { defined } from '../../shared/defined';

const pairs = entities.flatMap((entity): [EntityWithForm, Table][] => {
  const { name, form } = entity;
  const table = getAllTables().find((candidate) => candidate.wireName === name && candidate.save);
  // The form of a phone has no text.
  return form && table && name !== 'phone' ? [[{ ...entity, form }, table]] : [];
});

it('limits are compared for every entity with a form on the host', () => {
  const withForm = entities.filter(({ form, host, name }) => form && host && name !== 'phone');
  expect(pairs.map(([{ name }]) => name)).toEqual(withForm.map(({ name }) => name));
  expect(pairs.length).toBeGreaterThan(10);
});

describe.each(pairs)('the form of a $singular', ({ form }, table) => {
  const texts = form.fields.filter(({ control }) => ['text', 'tel', 'textarea'].includes(control));

  it.each(texts)('has the same limit for $label as the embedded host', ({ schema, wire = '' }) => {
    const parameter = table.save?.parameters[wire];
    for (const length of [255, 256, 5_000, 5_001]) {
      const text = '9'.repeat(length);
      expect([length, schema.safeParse(text).success]).toEqual([
        length,
        parameter?.schema.safeParse(text).success,
      ]);
    }
  });

  it.each(texts)('accepts a stored $label of any length, and limits only a new one', (field) => {
    const stored = { [field.name]: 'x'.repeat(5_001) };
    const schema = buildFormSchema([field], stored, () => undefined);
    expect(schema.parse(stored)).toEqual(stored);
    const result = schema.safeParse({ [field.name]: '9'.repeat(5_001) });
    expect(defined(result.error?.issues[0]).message).toMatch(/characters or fewer$/);
  });
});
