import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { exportFull } from '../support/full-export';
import { announceQueries, envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({}, { oneSession: true });

const participants = 'participant/list/1/0/na';
const followUps = 'followup/list/1/0/na';

/** A row of a host that uses only the alternative names of the fields. */
const participant = {
  id: 1,
  username: 'pn.mary',
  enrollment_date: '2024-03-05',
  art_number: 'A-100',
  upload_date: '2024-03-06',
  status: 'Enrolled',
  next_date: '2024-06-01',
};
const another = {
  ...participant,
  id: 2,
  username: 'pn.grace',
  enrollment_date: '2024-01-02',
  art_number: 'A-200',
  status: undefined,
  p_status: 'Left',
};
const followUp = { ...participant, id: 3, next_date: '2024-07-08' };

const columns = 'study_number,peer_navigator,assessment_date,record_upload_date,record_status';

/** Returns the texts of the rows that the list shows, without its head, which holds the filters. */
function rows() {
  return remote.visitor.page
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent ?? '');
}

describe('participants of a host with other field names', () => {
  it('are listed with all their values', async () => {
    remote.host.on(participants, () => envelope([participant, another]));
    await remote.visitor.open(`/participants?cols=${columns}`);
    const [first, second] = rows();
    for (const text of ['A-100', 'pn.mary', '05 March 2024', '06 March 2024', 'Enrolled'])
      expect(first).toContain(text);
    for (const text of ['A-200', 'pn.grace', '02 January 2024', 'Left'])
      expect(second).toContain(text);
  });

  it.each([
    'peer_navigator=grace',
    'study_number.is=A-200',
    'assessment_date.to=2024-02-01',
    'record_status=left&cols=record_status,study_number',
    'q=grace',
    'sort=assessment_date&size=1',
  ])('are filtered, searched and sorted by the values of these fields: %s', async (search) => {
    remote.host.on(participants, () => envelope([participant, another]));
    await remote.visitor.open(`/participants?${search}`);
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toContain('A-200');
  });

  it('are exported with all their values', async () => {
    remote.host.on(participants, () => envelope([participant]));
    await exportFull(remote.visitor, `/participants?cols=${columns}`);
    expect(JSON.parse(defined(defined(remote.host.to('downloadJson')[0]).fields.ujson))).toEqual([
      {
        'Study No': 'A-100',
        'Peer Navigator': 'pn.mary',
        'Assessment Date': '2024-03-05',
        'Upload Date': '2024-03-06',
        Status: 'Enrolled',
      },
    ]);
  });

  it('lead from their page to their follow-ups and their peer navigator', async () => {
    const { host, visitor } = remote;
    host.on(participants, () => envelope([participant, another]));
    host.on(followUps, () => envelope([followUp, { ...followUp, id: 4, art_number: 'A-900' }]));
    await visitor.open('/participant/view/1');
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe('Participant A-100');
    expect(visitor.page.getByText('01 June 2024')).toBeTruthy();
    const navigator = visitor.page.getByRole('main');
    expect(navigator.querySelector('[href="/peer-navigators?username.is=pn.mary"]')).toBeTruthy();
    await visitor.open('/follow-ups?study_number.is=A-100');
    expect(rows()).toHaveLength(1);
    await visitor.open('/participants?peer_navigator.is=pn.mary');
    expect(rows()).toHaveLength(1);
  });

  it('take the value from the field with the panel’s own name, unless this field is empty', async () => {
    remote.host.on(participants, () =>
      envelope([
        { ...participant, study_number: 'S-1', peer_navigator: null, record_status: '' },
        { ...participant, study_number: 0, record_status: 'Kept' },
      ]),
    );
    await remote.visitor.open(`/participants?cols=${columns}`);
    const [first, second] = rows();
    for (const text of ['S-1', 'pn.mary', 'Enrolled']) expect(first).toContain(text);
    expect(second).toContain('Kept');
    expect(remote.visitor.html).not.toContain('A-100');
  });

  it('keep their own field next_date, which is another name only for a field of follow-ups', async () => {
    remote.host.on(participants, () => envelope([participant]));
    await remote.visitor.open('/participants?cols=study_number,next_date');
    expect(rows()[0]).toContain('01 June 2024');
  });
});

describe('an answer that the host sends as a code', () => {
  const answers = [1, '1', '01', 'Yes', 'yes', 2, 'No', '7'];
  const list = answers.map((downloaded_messenger, n) => ({
    ...{ id: n + 1, study_number: `S-${n + 1}`, downloaded_messenger },
  }));
  const shownAnswers = ['Yes', 'Yes', '01', 'Yes', 'Yes', 'No', 'No', '7'];

  it('has one value in the list, on the page of the record, in the export and in the filter', async () => {
    remote.host.on(participants, () => envelope(list));
    for (const row of list) remote.host.on(`participant/id/${row.id}`, () => envelope([row]));
    const { visitor } = remote;
    await visitor.open('/participants?cols=id,downloaded_messenger&size=20&sort=id');
    const cells = [...visitor.document.querySelectorAll('tbody tr')].map(
      (row) => row.querySelectorAll('td')[1]?.textContent,
    );
    expect(cells).toEqual(shownAnswers);
    await exportFull(visitor, '/participants?cols=id,downloaded_messenger&sort=id');
    const sent = defined(defined(remote.host.to('downloadJson')[0]).fields.ujson);
    expect(JSON.parse(sent).map((row: object) => Object.values(row)[1])).toEqual(shownAnswers);
    await visitor.open('/participants?downloaded_messenger=Yes&cols=id,downloaded_messenger');
    expect(visitor.page.getByText('1–4 of 4')).toBeTruthy();
    await visitor.open('/participant/view/1');
    const term = visitor.page.getByText('Downloaded Messenger', { selector: 'dt' });
    expect(term.nextElementSibling?.textContent).toBe('Yes');
  });
});

describe('follow-ups of a host with other field names', () => {
  it('are listed, filtered and shown with their values', async () => {
    const { host, visitor } = remote;
    host.on(followUps, () => envelope([followUp]));
    const search = 'next_checkin_date.from=2024-07-08&peer_navigator=mary&study_number=A-1';
    await visitor.open(`/follow-ups?${search}`);
    for (const text of ['A-100', 'pn.mary', '08 July 2024', '06 March 2024'])
      expect(rows()[0]).toContain(text);
    await visitor.open('/follow-up/view/3');
    expect(visitor.page.getByText('Enrolled')).toBeTruthy();
  });
});

describe('a host that answers queries', () => {
  it('filters by the panel’s own names of the fields, and its rows may still have other names', async () => {
    remote.host.on(participants, ({ search }, response) => {
      announceQueries(response);
      const wanted = new URLSearchParams(search).get('peer_navigator');
      const found = [participant, another].filter(({ username }) => username === wanted);
      return { ...envelope(found), total: found.length };
    });
    await remote.visitor.open('/participants?peer_navigator=pn.grace');
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toContain('A-200');
  });
});
