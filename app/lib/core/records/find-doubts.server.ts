import { createHash } from 'node:crypto';
import { findDeclaration } from 'shared/entities';
import { findCallDoubt } from 'shared/entities/input-problem';
import { allRows } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { FormValues } from 'shared/record-values/form-value';
import { getValueKey } from 'shared/values/normalize';
import { toPublicPath } from '../addresses/public-path.server';
import type { EntityWithForm } from '../entities/entity';
import { getEditPath } from '../entities/record-paths';
import type { Doubt, Doubts } from '../form/form-view';
import { fetchRows } from '../list/fetch-rows.server';
import type { PostedForm } from './posted-form.server';

/** The maximum number of records with which a new one is compared, and of those that are named. */
const MAX_COMPARED = 10_000;
const MAX_NAMED = 3;

/**
 * Returns the doubts about values that may be saved but are probably mistakes: phone numbers that cannot be called, and
 * records that another one equals in the fields by which imports recognize it. Values that are stored already raise no
 * doubt. Returns undefined if there are none, or if the user has confirmed the same ones.
 */
export async function findDoubts(
  { entity, id, form, posted }: PostedForm,
  values: FormValues,
  confirmed: string,
): Promise<Doubts | undefined> {
  const isChanged = (field: string) => toText(values[field]) !== toText(form.stored[field]);
  const numbers = form.fields.flatMap((field): Doubt[] => {
    if (id !== undefined && !isChanged(field.name)) return [];
    const text = findCallDoubt(field, toText(values[field.name]).trim());
    return text ? [{ text }] : [];
  });
  const doubts = [...numbers, ...(await findNamesakes(entity, values, { id, isChanged }))];
  if (doubts.length === 0) return undefined;
  const key = createHash('sha256').update(JSON.stringify(doubts)).digest('base64url').slice(0, 22);
  if (confirmed === key) return undefined;
  return { list: doubts, confirm: key, savesAnother: posted.get('_next') === 'add' };
}

/** Returns a doubt for each record that equals the values in the fields by which imports recognize records. */
async function findNamesakes(
  entity: EntityWithForm,
  values: FormValues,
  { id, isChanged }: { id: string | undefined; isChanged: (field: string) => boolean },
): Promise<Doubt[]> {
  const fields = listComparedFields(entity);
  const [first] = fields;
  if (first === undefined || (id !== undefined && !fields.some(isChanged))) return [];
  const read = (row: Row) => JSON.stringify(fields.map((field) => toComparedName(row[field])));
  const wanted = read(values);
  const found = await fetchRows(entity, {
    ...allRows,
    size: MAX_COMPARED,
    cols: [entity.key, ...fields],
  });
  // A list that cannot be loaded is no reason to refuse a save.
  const rows = found.ok ? found.value.rows : [];
  return rows
    .filter((row) => toText(row[entity.key]) !== id && read(row) === wanted)
    .slice(0, MAX_NAMED)
    .map((row) => ({
      text: `There is another ${entity.singular} with this ${getLabel(entity, first)}:`,
      link: {
        text: toText(row[first]),
        href: toPublicPath(getEditPath(entity, toText(row[entity.key]))),
      },
    }));
}

/**
 * Returns the fields by which imports recognize a record, if the form has them all. Returns none if one of them must be
 * unique, which hosts check, or identifies people.
 */
function listComparedFields(entity: EntityWithForm): readonly string[] {
  const declaration = findDeclaration(entity.name);
  const natural = declaration?.import?.natural ?? [];
  const isCompared = (field: string) => {
    const declared = declaration?.fields[field];
    return (
      declared?.identifying === false &&
      declaration?.unique?.[field] === undefined &&
      entity.form.fields.some(({ name }) => name === field)
    );
  };
  return natural.every(isCompared) ? natural : [];
}

function getLabel(entity: EntityWithForm, field: string): string {
  const found = entity.form.fields.find(({ name }) => name === field);
  return (found?.label ?? field).toLowerCase();
}

/** Returns the text by which names are compared: without differences of case, spaces and Unicode form. */
function toComparedName(value: unknown): string {
  return getValueKey('name', toText(value));
}
