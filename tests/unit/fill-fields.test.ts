import { describe, expect, it } from 'vitest';
import { getEntity } from '~/lib/core/entities';
import { buildFieldFiller } from '~/lib/core/list/fill-fields.server';
import { queryRows } from '~/lib/core/rows/query-rows.server';
import { buildVariables, readVariableValue } from '~/lib/export/variables';
import { allRows } from '../../shared/list/grammar';

/** Returns a row as the panel reads it from the row of a remote host. */
function read(
  name: 'participant' | 'facility',
  sent: Record<string, unknown>,
): Record<string, unknown> {
  const entity = getEntity(name);
  const row = Object.fromEntries(entity.list.columns.map(({ field }) => [field, sent[field]]));
  buildFieldFiller(entity)(row, sent);
  return row;
}

describe('an answer of a remote host', () => {
  it.each([
    [1, 'Yes'],
    ['1', 'Yes'],
    ['1.0', 'Yes'],
    [' yes ', 'Yes'],
    [true, 'Yes'],
    [2, 'No'],
    ['0', 'No'],
    [7, 7],
    ['Perhaps', 'Perhaps'],
    [null, null],
    ['', ''],
  ])('%j is %j', (sent, shown) => {
    expect(read('participant', { own_phone: sent }).own_phone).toBe(shown);
  });

  it('has one value in filters and in files for analysis', () => {
    const entity = getEntity('participant');
    const rows = [1, 'Yes', '2', null].map((own_phone, id) =>
      read('participant', { id, own_phone }),
    );
    const filters = [{ kind: 'in', field: 'own_phone', values: ['Yes'] } as const];
    expect(queryRows(entity, rows, { ...allRows, filters }).rows).toHaveLength(2);
    const columns = entity.list.columns.filter(({ field }) => field === 'own_phone');
    const [variable] = buildVariables(entity, columns);
    const values = (style: 'words' | 'codes') =>
      rows.map((row) => variable && readVariableValue(variable, row, style, 'UTC'));
    expect(values('words')).toEqual(['Yes', 'Yes', 'No', '']);
    expect(values('codes')).toEqual(['1', '1', '2', '']);
  });
});

describe('a status of a remote host', () => {
  it.each([
    [{ status: 1, p_status: 'Active' }, 'Active'],
    [{ status: 1, f_status: 'Active' }, 'Active'],
    [{ record_status: 1, p_status: 'Active' }, 'Active'],
    [{ status: 'Enrolled', p_status: 'Active' }, 'Enrolled'],
    [{ status: 1 }, 1],
  ])('of a participant that is %j is %j', (sent, shown) => {
    expect(read('participant', sent).record_status).toBe(shown);
  });

  it.each([
    [{ facility_status: 1, f_status: 'Active' }, 'Active'],
    [{ facility_status: 2 }, 'Disabled'],
    [{ f_status: '2' }, 'Disabled'],
    [{ f_status: 'Closed', facility_status: 2 }, 'Closed'],
  ])('of a facility that is %j is %j', (sent, shown) => {
    expect(read('facility', sent).f_status).toBe(shown);
  });
});

it('a study number is not replaced by a word beside it', () => {
  expect(read('participant', { study_number: 1001, art_number: 'A-1' }).study_number).toBe(1001);
  expect(read('participant', { art_number: 'A-1' }).study_number).toBe('A-1');
});
