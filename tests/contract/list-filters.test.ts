import { describe, expect, it } from 'vitest';
import { announceQueries, envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({}, { oneSession: true });

const answers = ['Interested', 'Not interested', 'Very interested', '', null];
const participants = Array.from({ length: 15 }, (_, index) => ({
  id: index + 1,
  study_number: `S-${index + 1}`,
  srh_prep_interest: answers[index % answers.length],
  next_date: index < 3 ? '2020-01-01' : null,
}));
const PATH = 'participant/list/1/0/na';
const SEVERAL = 'srh_prep_interest.in=Interested&srh_prep_interest.in=Very+interested';
const EMPTY = 'srh_prep_interest.empty=yes';

const asked = () => remote.host.to(PATH).map(({ search }) => new URLSearchParams(search));
const showsRows = (count: number) =>
  expect(remote.visitor.page.getByText(new RegExp(`^1–\\d+ of ${count}$`))).toBeTruthy();

describe('filters by several values and by empty fields, on a host', () => {
  it('that sends all rows, are applied by the panel', async () => {
    remote.host.on(PATH, () => envelope(participants));
    await remote.visitor.open(`/participants?${SEVERAL}`);
    showsRows(6);
    await remote.visitor.open(`/participants?${EMPTY}`);
    showsRows(6);
    await remote.visitor.open('/participants?next_date.to=today-30d');
    showsRows(3);
  });

  it('that answers queries, are sent to the host with the page', async () => {
    remote.host.on(PATH, (_call, response) => {
      response.setHeader('list-filters', 'empty, others, in, offset, derived');
      return { ...envelope(participants.slice(0, 10)), total: 12 };
    });
    await remote.visitor.open('/participants');
    await remote.visitor.open(`/participants?${SEVERAL}&${EMPTY}&size=10`);
    showsRows(12);
    expect(asked().at(-1)?.getAll('srh_prep_interest.in')).toEqual([
      'Interested',
      'Very interested',
    ]);
    expect(asked().at(-1)?.get('srh_prep_interest.empty')).toBe('yes');
  });

  it('never receives a day relative to today', async () => {
    remote.host.on(PATH, (_call, response) => {
      announceQueries(response);
      return { ...envelope([]), total: 0 };
    });
    await remote.visitor.open('/participants?next_date.from=today-30d&next_date.to=today');
    const [from, to] = ['from', 'to'].map(
      (limit) => asked().at(-1)?.get(`next_date.${limit}`) ?? '',
    );
    expect(Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)).toBe(30 * 86_400_000);
  });
});
