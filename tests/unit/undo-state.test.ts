import type { FieldChange, HistoryAction } from 'backend/history/change';
import { MIN_CUT_LENGTH } from 'backend/history/cut-long-values';
import type { HistoryChange } from 'backend/history/read-history';
import { describe, expect, it } from 'vitest';
import { getEntity } from '~/lib/core/entities';
import {
  isChangedSince,
  listChangedFields,
  readPresentValues,
} from '~/lib/core/history/undo-state';

const color = getEntity('color');
const row = { color_id: 1, color_name: 'Teal', color_code: '#008080', c_status: '1' };
const present = readPresentValues(color, row);
const given = [
  { field: 'color_name', before: null, after: 'Teal' },
  { field: 'color_code', before: null, after: '#008080' },
  { field: 'c_status', before: null, after: '1' },
];

function change(action: HistoryAction, fields: readonly FieldChange[]): HistoryChange {
  return {
    id: 'c1',
    seq: 1,
    at: 0,
    entity: 'color',
    recordId: '1',
    username: 'ann',
    action,
    fields: fields.map((field) => ({ ...field, isErased: false })),
    undoes: undefined,
    outcome: 'made',
  };
}

describe('the fields that no longer have the values of a change', () => {
  it('are none while the record still has the values', () => {
    for (const action of ['Add', 'Restore', 'Update'] as const)
      expect(listChangedFields(change(action, given), color, present)).toEqual([]);
  });

  it('are among those that an update has changed', () => {
    const update = change('Update', given.slice(0, 1));
    const renamed = { ...present, color_name: 'Aqua', color_code: '#00ffff' };
    expect(listChangedFields(update, color, renamed)).toEqual(['color_name']);
  });

  it('are among all fields of the form after an addition, which left the others empty', () => {
    const addition = change('Add', given.slice(0, 1));
    expect(listChangedFields(addition, color, present)).toEqual(['color_code', 'c_status']);
  });

  it.each(['Delete', 'Link', 'Unlink', 'Password change'] as const)(
    'are none after the action %s, which gives no values',
    (action) => {
      const other = change(action, [{ field: 'color_name', before: 'Red', after: 'Blue' }]);
      expect(listChangedFields(other, color, present)).toEqual([]);
      expect(isChangedSince(other, color, null)).toBe(false);
    },
  );
});

describe('a change counts as changed since', () => {
  it('if its record does not exist any more', () => {
    expect(isChangedSince(change('Update', given), color, null)).toBe(true);
  });

  it('if a text is longer than in the change, unless the change may have only the beginning of the text', () => {
    const name = 'x'.repeat(MIN_CUT_LENGTH + 1);
    const longer = { ...present, color_name: `${name}, longer` };
    const update = (after: string) =>
      change('Update', [{ field: 'color_name', before: null, after }]);
    expect(isChangedSince(update('x'), color, longer)).toBe(true);
    expect(isChangedSince(update(name.slice(2)), color, longer)).toBe(true);
    expect(isChangedSince(update(name.slice(1)), color, longer)).toBe(false);
    expect(listChangedFields(update(name), color, longer)).toEqual(['color_name']);
  });
});
