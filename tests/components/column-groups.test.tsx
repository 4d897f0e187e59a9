import { describe, expect, it } from 'vitest';
import { ColumnGroups } from '~/components/data-list/column-groups';
import { getEntity } from '~/lib/core/entities';
import { buildChooser } from '~/lib/core/list/build-chooser';
import { renderPart } from '../support/render-part';

const groups = buildChooser(getEntity('participant').list.columns, new Map());
const shown = new Set(['study_number', 'birthday']);
const render = (wanted: string) =>
  renderPart(<ColumnGroups groups={groups} shown={shown} wanted={wanted} />).page;

describe('the columns of a list, without script', () => {
  it('are those that are found, and the others are sent nevertheless', () => {
    const part = render('overdue');
    expect(part.queryByRole('checkbox', { name: 'Follow-up State' })).not.toBeNull();
    expect(part.queryByRole('checkbox', { name: 'DOB' })).toBeNull();
    const sent = part
      .getAllByRole<HTMLInputElement>('checkbox', { hidden: true })
      .find(({ value }) => value === 'birthday');
    expect([sent?.name, sent?.checked, sent?.disabled]).toEqual(['cols', true, false]);
    expect(part.getByRole('status').textContent).toBe('1 column found');
  });

  it('say that none is found', () => {
    const part = render(' nothing like this ');
    expect(part.queryAllByRole('checkbox')).toEqual([]);
    expect(part.getByRole('status').textContent).toBe('No column found for “nothing like this”.');
  });

  it('say nothing without a search', () => {
    expect(render('').getByRole('status').textContent).toBe('');
  });
});
