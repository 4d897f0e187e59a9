import { describe, expect, it } from 'vitest';
import type { EntityWithForm } from '~/lib/entities/entity';
import { facility } from '~/lib/entities/facility';
import { pfacility } from '~/lib/entities/pfacility';
import { quiz } from '~/lib/entities/quiz';
import { resource } from '~/lib/entities/resource';
import { formSchema } from '~/lib/form/form-schema';
import { quiz as quizTable } from '../../backend/nouns/messenger';
import * as services from '../../backend/nouns/services';
import type { Table } from '../../backend/nouns/table';
import { defined } from '../../shared/defined';

const pairs: [EntityWithForm, Table][] = [
  [facility, services.facility],
  [pfacility, services.pfacility],
  [resource, services.resource],
  [quiz, quizTable],
];

describe.each(pairs)('the form of a $name', ({ form }, table) => {
  const texts = form.fields.filter(({ control }) => ['text', 'tel', 'textarea'].includes(control));

  it.each(texts)('takes as much for its $label as the embedded host', ({ schema, wire = '' }) => {
    const parameter = table.save?.parameters[wire];
    for (const length of [255, 256, 5_000, 5_001]) {
      const text = 'x'.repeat(length);
      expect([length, schema.safeParse(text).success]).toEqual([
        length,
        parameter?.schema.safeParse(text).success,
      ]);
    }
  });

  it.each(texts)('takes any $label that stood there already, and checks a new one', (field) => {
    const stored = { [field.name]: 'x'.repeat(5_001) };
    const schema = formSchema([field], stored, () => undefined);
    expect(schema.parse(stored)).toEqual(stored);
    const result = schema.safeParse({ [field.name]: 'y'.repeat(5_001) });
    expect(defined(result.error?.issues[0]).message).toMatch(/characters or fewer$/);
  });
});
