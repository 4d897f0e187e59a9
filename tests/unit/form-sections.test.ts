import { declarations } from 'shared/entities';
import { expect, it } from 'vitest';
import { getEntity } from '~/lib/core/entities';

it('the first section of a form begins with the first field, and the others with later fields, in order', () => {
  const wrong = declarations.flatMap(({ name }) => {
    const { form } = getEntity(name);
    if (!form?.sections) return [];
    const places = form.sections.map(({ first }) =>
      form.fields.findIndex((field) => field.name === first),
    );
    const isOrdered = places.every(
      (place, index) => index === 0 || place > (places[index - 1] ?? 0),
    );
    return places[0] === 0 && isOrdered ? [] : [name];
  });
  expect(wrong).toEqual([]);
  expect(getEntity('facility').form?.sections).toHaveLength(5);
});
