import { beforeEach, describe, expect, it } from 'vitest';
import { declarations } from '../../shared/entities';
import { type EntityDeclaration, getWireName } from '../../shared/entities/declaration';
import { announceQueries, envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';

/** The time limit of calls. It is shorter than the time that a page waits for a part. */
const LIMIT_MS = '2500';
const remote = remotePanel({ API_TIMEOUT_MS: LIMIT_MS }, { oneSession: true });

const PARTICIPANTS = 'participant/list/1/0/na';
const FOLLOW_UPS = 'followup/list/1/0/na';
const PHONE = '+260970000003';
const participant = {
  id: 3,
  study_number: 'S-3',
  peer_navigator: 'chanda',
  phone_number: PHONE,
  assessment_date: '2026-01-02',
  next_date: '2026-02-03',
};
const followUp = {
  id: 31,
  study_number: 'S-3',
  checkin_type: 'In person',
  next_date: '2026-03-04',
  record_upload_date: '2026-02-01 10:00:00',
};

const never = () => new Promise(() => {});
const lack = (path: string) =>
  remote.host.on(path, (_call, response) => {
    response.writeHead(404, { 'content-type': 'text/html' });
    response.end('<h1>Not Found</h1>');
  });

/** Returns the entity's list on a host, as its path. */
function getList({ wire, ...declaration }: EntityDeclaration): string {
  return wire?.list ?? `${getWireName({ wire, ...declaration })}/list`;
}

const all: readonly EntityDeclaration[] = declarations;
const lists = all
  .filter(({ timelineOf, source }) => timelineOf && !source)
  .map((declaration) => ({ title: declaration.title, path: getList(declaration) }));

const notes = () => [...remote.visitor.document.querySelectorAll('#timeline p')].map(toText);
const events = () => [...remote.visitor.document.querySelectorAll('#timeline ol li')].map(toText);
const toText = (element: Element) => element.textContent?.trim() ?? '';

function readSummary(title: string): string {
  const term = [...remote.visitor.document.querySelectorAll('dt')].find(
    (element) => element.textContent === title,
  );
  return term?.nextElementSibling?.textContent?.trim() ?? '';
}

beforeEach(() => {
  remote.host.on(PARTICIPANTS, () => envelope([{ id: 2 }, participant, { id: 4 }]));
  remote.host.on(FOLLOW_UPS, () => envelope([followUp, { ...followUp, study_number: 'S-33' }]));
});

describe('the page of a participant of a remote host', () => {
  it.each(['0x3', '-3', '%00', 'x'.repeat(60)])('does not exist at the address %s', async (id) => {
    await remote.visitor.open(`/participant/view/${id}`);
    expect(remote.visitor.status).toBe(404);
    expect(remote.visitor.document.querySelector('#timeline')).toBeNull();
  });

  it('says only that the record could not be loaded when the host is down', async () => {
    for (const path of [PARTICIPANTS, 'data-dictionary/list', ...lists.map((list) => list.path)])
      remote.host.on(path, (_call, response) => void response.destroy());
    await remote.visitor.open('/participant/view/3');
    expect(remote.visitor.page.getByRole('alert').textContent).toContain(
      'An error occured when loading participant from server',
    );
    expect(remote.visitor.document.querySelector('main dl')).toBeNull();
  });

  it('asks the host for nothing else when the record is refused', async () => {
    remote.host.on(PARTICIPANTS, () => refusal('Closed'));
    await remote.visitor.open('/participant/view/3');
    expect(remote.visitor.page.getByRole('alert').textContent).toContain('Closed');
    for (const { path } of lists) expect(remote.host.to(path)).toEqual([]);
  });

  it.each(lists)('is shown without $title if the host does not have them', async (list) => {
    lack(list.path);
    await remote.visitor.open('/participant/view/3');
    expect(remote.visitor.status).toBe(200);
    expect(notes()).toContain(
      `The timeline leaves out ${list.title}: this API host does not offer them.`,
    );
    expect(events().join()).toContain('Assessment');
  });

  it.each([
    ['refuses', () => refusal('Closed')],
    ['answers with a text', () => 'text'],
    ['never answers', never],
  ])('is shown without the follow-ups if the host %s', async (_reason, answer) => {
    remote.host.on(FOLLOW_UPS, answer);
    await remote.visitor.open('/participant/view/3');
    expect(remote.visitor.status).toBe(200);
    expect(notes()).toContain(
      'The timeline leaves out Followups: they could not be loaded. Reload the page to try again.',
    );
    expect(readSummary('Next follow-up')).toBe('Not known: the follow-ups could not be loaded');
    expect(readSummary('Study number')).toBe('S-3');
  });

  it('is shown without explanations if the host does not have the Data Dictionary', async () => {
    lack('data-dictionary/list');
    await remote.visitor.open('/participant/view/3');
    expect(
      remote.visitor.page.getByText(
        'The fields have no explanations, because this API host does not offer the Data Dictionary.',
      ),
    ).toBeTruthy();
    expect(readSummary('Study number')).toBe('S-3');
  });

  it('waits for slow lists at the same time', async () => {
    for (const { path } of lists) remote.host.on(path, never);
    remote.host.on('data-dictionary/list', never);
    const start = Date.now();
    await remote.visitor.open('/participant/view/3');
    expect(notes()).toContain(
      'The timeline leaves out Followups, Study Followup, Study Resources, and SMS History: they could not be loaded. Reload the page to try again.',
    );
    expect(
      remote.visitor.page.getByText(
        'The fields have no explanations, because the Data Dictionary could not be loaded.',
      ),
    ).toBeTruthy();
    expect(Date.now() - start).toBeLessThan(2 * Number(LIMIT_MS));
  });

  it('names two dates that cannot be read', async () => {
    const odd = { assessment_date: '31/12/2024', birthday: '2024-02-30', next_date: 'soon' };
    remote.host.on(PARTICIPANTS, () => envelope([{ ...participant, ...odd }]));
    remote.host.on(FOLLOW_UPS, () =>
      envelope([{ ...followUp, next_date: '0000-00-00', record_upload_date: 'yesterday' }]),
    );
    await remote.visitor.open('/participant/view/3');
    expect(events()).toEqual([]);
    expect(notes()).toContain(
      '2 dates are not in the timeline, because they cannot be read: Assessment (31/12/2024) and Follow-up uploaded (yesterday).',
    );
    expect(readSummary('Age')).toBe('Not known: the date of birth cannot be read');
    expect(readSummary('Next follow-up')).toBe('No appointment is open');
  });

  it('has the events and the state of the follow-ups, under the names of other hosts too', async () => {
    remote.host.on('sms-history/list', () =>
      envelope([
        { sms_history_id: 1, sms_history_number: PHONE, sms_history_createdate: '2026-01-03' },
        { sms_history_id: 2, sms_history_number: '+1', sms_history_createdate: '2026-01-04' },
      ]),
    );
    await remote.visitor.open('/participant/view/3');
    expect(events()).toEqual([
      '01 February 2026 Follow-up uploaded: In person',
      '03 January 2026 SMS sent',
      '02 January 2026 Assessment',
    ]);
    expect(readSummary('Next follow-up')).toMatch(/^Overdue: 04 March 2026, .* days ago$/);
  });

  it('leads to its neighbours only if it was opened from the list', async () => {
    const { visitor } = remote;
    await visitor.open('/participant/view/3');
    expect(visitor.page.queryByRole('link', { name: /^(?:Previous|Next)/ })).toBeNull();
    await visitor.open('/participants?sort=-study_number');
    await visitor.follow('S-3');
    await visitor.follow('Next participant');
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe('Participant 4');
    expect(visitor.url).not.toContain('view/4');
    await visitor.follow('Previous participant');
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe('Participant S-3');
  });

  it('is shown without its neighbours if the list is too slow', async () => {
    // The panel asks for the page of the record first, and then for the page of its neighbours.
    remote.host.on(PARTICIPANTS, ({ search }, response) => {
      announceQueries(response);
      return search.includes('sort=') ? never() : envelope([participant]);
    });
    await remote.visitor.open('/participant/view/3?list=sort%3Dstudy_number');
    expect(
      remote.visitor.page.getByText('The previous and the next participant could not be loaded.'),
    ).toBeTruthy();
    expect(readSummary('Study number')).toBe('S-3');
  });
});
