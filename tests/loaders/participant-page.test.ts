import { resolveDay, writeRelativeDay } from 'shared/list/relative-days';
import { getToday } from 'shared/list/today';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toOpaqueId } from '~/lib/core/addresses/record-address.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { countWrite } from '~/lib/core/host/writes.server';
import type { ListView } from '~/lib/core/list/list-view';
import { config } from '~/lib/core/server/config.server';
import type { DetailView } from '~/lib/detail/detail-view';
import { loader as participants } from '../../app/routes/_signed-in+/_main-app+/participants';
import { loader } from '../../app/routes/_signed-in+/$entity.view.$eid';
import { action as view } from '../../app/routes/_signed-in+/view.$';
import { callRoute, signedInAs } from '../support/call-route';

const PHONE = '+260000004242';
const daysFromNow = (days: number) =>
  resolveDay(writeRelativeDay(days), getToday(config.STUDY_TIME_ZONE));
let cookie: string;

beforeAll(async () => {
  cookie = await signedInAs('researcher');
  const { db } = await openEmbeddedHost();
  // Deletes the participants of other test files, which use the same database.
  await db.deleteFrom('participant').execute();
  await db
    .insertInto('participant')
    .values(
      Array.from({ length: 25 }, (_, index) => ({
        id: 700 + index,
        study_number: `CASE-${index}`,
        residency: index % 2 === 0 ? 'Casetown' : 'Elsewhere',
      })),
    )
    .execute();
  await db
    .updateTable('participant')
    .set({
      peer_navigator: 'pn1',
      phone_number: PHONE,
      own_phone: '1',
      downloaded_messenger: 'Yes',
      birthday: '2001-01-01',
      assessment_date: '2026-03-01',
      history_hiv_last_refil: '31/12/2025',
      history_hiv_prep_last_refil: 'last week',
      srh_prep_find_schedule_facility_yes_date: daysFromNow(30),
      srh_prep_find_schedule_facility_selected: 'Matero Clinic',
      next_date: '2026-04-01',
    })
    .where('id', '=', 700)
    .execute();
  await db
    .insertInto('follow_up')
    .values([
      {
        id: 801,
        study_number: 'CASE-0',
        checkin_type: 'Phone call',
        checkin_notes: 'A private note',
        next_checkin_date: daysFromNow(-1),
        record_upload_date: '2026-04-02 09:00:00',
      },
      { id: 802, study_number: 'CASE-00', record_upload_date: '2026-04-03 09:00:00' },
    ])
    .execute();
  await db
    .insertInto('sms_history')
    .values({
      sms_history_number: PHONE,
      sms_history_message: 'A private message',
      sms_history_createdate: '2026-05-01 10:00:00',
      sms_history_status: 1,
      sms_cat_name: 'Refills',
    })
    .execute();
  await db
    .insertInto('study_follow_up')
    .values({ sfollow_id: 9, sfollow_name: 'Ann', sfollow_status: 2 })
    .execute();
  await db
    .insertInto('data_dictionary')
    .values([
      { dict_entity: 'Participants', dict_field: 'residency', dict_description: 'Where they live' },
      { dict_entity: 'Followup', dict_field: 'birthday', dict_description: 'Another entity' },
      { dict_entity: 'participant', dict_field: 'art_number', dict_description: 'x'.repeat(900) },
    ])
    .execute();
  // The explanations that an earlier file of this process has loaded are loaded again.
  countWrite();
});

// Deletes the records, because other test files use the same database.
afterAll(async () => {
  const { db } = await openEmbeddedHost();
  await db.deleteFrom('participant').where('id', '>=', 700).execute();
  await db.deleteFrom('follow_up').where('id', '>=', 801).execute();
  await db.deleteFrom('sms_history').where('sms_history_number', '=', PHONE).execute();
  await db.deleteFrom('study_follow_up').where('sfollow_id', '=', 9).execute();
  await db.deleteFrom('data_dictionary').where('dict_entity', 'is not', null).execute();
});

async function open(id: number, search = '', entity = 'participant'): Promise<DetailView> {
  const eid = entity === 'participant' ? toOpaqueId('participant', String(id)) : String(id);
  const path = `/${entity}/view/${eid}${search}`;
  const answer = await callRoute(loader, path, { cookie, params: { entity, eid } });
  expect(answer.status).toBe(200);
  return answer.data as DetailView;
}

const listFields = ({ sections }: DetailView) => sections.flatMap(({ fields }) => fields);
const findField = (page: DetailView, title: string) =>
  listFields(page).find((field) => field.title === title);

/** Opens the page of a participant to which a link leads. */
async function follow(href: string | undefined): Promise<DetailView> {
  const [path = '', search] = (href ?? '').split('?');
  const eid = path.split('/').at(-1) ?? '';
  const params = { entity: 'participant', eid };
  const answer = await callRoute(loader, `${path}${search ? `?${search}` : ''}`, {
    cookie,
    params,
  });
  return answer.data as DetailView;
}

describe('the page of a participant', () => {
  it('leads to the sign-in page without a session', async () => {
    const params = { entity: 'participant', eid: toOpaqueId('participant', '700') };
    const answer = await callRoute(loader, `/participant/view/${params.eid}`, { params });
    expect(answer.headers.get('location')).toMatch(/^\/login/);
  });

  it('shows only the reason for an unknown participant', async () => {
    const params = { entity: 'participant', eid: toOpaqueId('participant', '99999') };
    const path = `/participant/view/${params.eid}`;
    const { status, data } = await callRoute(loader, path, { cookie, params });
    expect(status).toBe(404);
    const page = data as DetailView;
    expect(page.error).toContain('could not be found');
    expect([page.sections, page.summary, page.related, page.timeline]).toEqual([
      [],
      [],
      [],
      undefined,
    ]);
  });

  it('begins with the study number, navigator, phone, age, and the next follow-up', async () => {
    const { summary } = await open(700);
    expect(summary.map(({ title }) => title)).toEqual([
      'Study number',
      'Peer navigator',
      'Phone number',
      'Age',
      'Next follow-up',
    ]);
    const [number, navigator, phone, age, due] = summary;
    expect([number?.text, navigator?.text, phone?.text]).toEqual(['CASE-0', 'pn1', PHONE]);
    expect(age?.text).toMatch(/^2\d years$/);
    expect(due).toMatchObject({ state: 'overdue', text: expect.stringMatching(/, 1 day ago$/) });
    expect((await open(701)).summary.at(-1)).toMatchObject({
      state: 'none',
      text: 'No appointment is open',
    });
  });

  it('names the follow-up that set the date of the next one, and links to it', async () => {
    expect((await open(700)).summary.at(-1)?.source).toEqual({
      text: 'Set by the follow-up of 02 April 2026',
      href: '/follow-up/view/801',
    });
    expect((await open(701)).summary.at(-1)?.source).toBeUndefined();
  });

  it('says so if the record of the participant itself has the date of the next follow-up', async () => {
    const { db } = await openEmbeddedHost();
    const change = (next_date: string | null) =>
      db.updateTable('participant').set({ next_date }).where('id', '=', 702).execute();
    await change(daysFromNow(3));
    const { summary } = await open(702);
    await change(null);
    expect(summary.at(-1)).toMatchObject({
      state: 'due',
      source: { text: 'Set in the record of the participant' },
    });
  });

  it('has the events of all lists, starting with the newest, and marks planned events', async () => {
    const { timeline } = await open(700);
    const events = timeline?.items.map(({ title, detail, isPlanned }) => [
      title,
      detail,
      isPlanned,
    ]);
    expect(events).toEqual([
      ['Facility visit for PrEP', 'Matero Clinic', true],
      ['SMS sent', 'Refills', false],
      ['Follow-up uploaded', 'Phone call', false],
      ['Assessment', '', false],
    ]);
    expect(timeline?.total).toBe(4);
    expect(timeline?.items[2]?.href).toBe('/follow-up/view/801');
    expect(timeline?.items[3]?.href).toBeUndefined();
    // The filters identify the participant, so they are posted.
    expect(timeline?.lists).toMatchObject([
      { title: 'Followups: 1', href: '/view/follow-ups' },
      { title: 'SMS History: 1', href: '/view/sms-history' },
    ]);
  });

  it('names the dates that cannot be read, and the lists that the timeline leaves out', async () => {
    const notes = (await open(700)).timeline?.notes.join('\n');
    expect(notes).toContain(
      '2 dates are not in the timeline, because they cannot be read: PrEP refill (last week) and ART refill (31/12/2025).',
    );
    expect(notes).toContain('not whether the visit took place');
    const other = (await open(701)).timeline?.notes.join('\n');
    expect(other).toContain(
      'The timeline leaves out Study Followup, Study Resources, SMS History, and Last Seen: the field Phone Number is empty.',
    );
    expect(other).not.toContain('cannot be read');
  });

  it('shows no text of the other lists that identifies people', async () => {
    expect(JSON.stringify(await open(700))).not.toMatch(/private/);
  });

  it('has only the answered fields at first, and all on request', async () => {
    const first = await open(700);
    expect(listFields(first).every(({ text }) => text !== '')).toBe(true);
    expect(first.sections.map(({ id }) => id)).not.toContain('contraception-history');
    expect(first.answers).toMatchObject({ showsAll: false, answered: listFields(first).length });
    const second = await follow(first.answers?.otherHref);
    expect(listFields(second)).toHaveLength(first.answers?.total ?? 0);
    expect(second.sections.map(({ id }) => id)).toContain('contraception-history');
    expect(second.answers?.otherHref).not.toContain('answers');
  });

  it('keeps the state of the list in the link that shows all fields', async () => {
    const page = await open(700, '?list=page%3D2');
    expect(page.answers?.otherHref).toContain('?list=page%3D2&answers=all');
  });

  it('has no neighbours in a list whose page has an offset that addresses cannot have', async () => {
    const page = await open(700, '?list=page%3D999999999999999%26size%3D200');
    expect(page.neighbours).toEqual({});
  });

  it('shows words with their codes, also in other entities', async () => {
    const page = await open(700);
    expect(findField(page, 'Own Phone')).toMatchObject({ text: 'Yes', code: '1' });
    expect(findField(page, 'Downloaded Messenger')).toEqual(
      expect.objectContaining({ text: 'Yes', code: undefined }),
    );
    const other = await open(9, '', 'study-follow-up');
    expect(findField(other, 'Status')).toMatchObject({ text: 'Disabled', code: '2' });
    expect(other.timeline).toBeUndefined();
    expect(other.sections.map(({ id }) => id)).toEqual(['general']);
  });

  it('explains the fields that the Data Dictionary explains for participants', async () => {
    const page = await open(700);
    expect(findField(page, 'Residency')?.explanation).toBe('Where they live');
    expect(findField(page, 'DOB')?.explanation).toBeUndefined();
    // Some hosts call this field art_number. Its long explanation is cut.
    expect(findField(page, 'Study No')?.explanation).toHaveLength(501);
    expect(page.explanationNote).toBeUndefined();
  });
});

describe('the links to the previous and the next participant', () => {
  it('are replaced by a note if the filters have expired or the list has changed, and are missing without a list', async () => {
    const gone = await open(700, `?list=${encodeURIComponent(`view=${'A'.repeat(22)}`)}`);
    expect(gone.neighbours).toEqual({
      note: 'The filters of the list are no longer stored. Go back and filter it again.',
    });
    const moved = await open(700, `?list=${encodeURIComponent('page=3')}`);
    expect(moved.neighbours).toEqual({
      note: 'The list has changed, and this participant is no longer in that place.',
    });
    expect((await open(724)).neighbours).toEqual({});
  });

  it('lead through the filtered and sorted list, across its pages, and back', async () => {
    const params = { '*': 'participants' };
    const form = { residency: 'casetown', sort: '-study_number', size: '3' };
    const posted = await callRoute(view, '/view/participants', { cookie, params, form });
    const address = posted.headers.get('location') ?? '';
    expect(address).not.toMatch(/casetown/i);
    const list = (await callRoute(participants, address, { cookie })).data as ListView;
    const row = list.rows[0]?.cells.find((cell) => typeof cell !== 'string');
    let page = await follow(typeof row === 'object' && 'href' in row ? row.href : undefined);
    expect(page.neighbours.previous).toBeUndefined();
    const seen = [page.heading];
    while (page.neighbours.next) {
      expect(page.neighbours.next).not.toMatch(/casetown/i);
      page = await follow(page.neighbours.next);
      seen.push(page.heading);
    }
    const numbers = [24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0];
    expect(seen).toEqual(numbers.map((number) => `Participant CASE-${number}`));
    expect(page.backHref).toMatch(/page=5/);
    const back = [page.heading];
    while (page.neighbours.previous) {
      page = await follow(page.neighbours.previous);
      back.push(page.heading);
    }
    expect(back).toEqual(seen.toReversed());
  });

  it('keep the search of the list, and the choice of all fields', async () => {
    const params = { '*': 'participants' };
    const form = { q: 'CASE-1' };
    const posted = await callRoute(view, '/view/participants', { cookie, params, form });
    const search = new URL(posted.headers.get('location') ?? '', 'http://panel.test').search;
    const page = await open(701, `?list=${encodeURIComponent(search.slice(1))}&answers=all`);
    expect(page.neighbours.previous).toBeUndefined();
    const next = await follow(page.neighbours.next);
    expect(next.heading).toBe('Participant CASE-10');
    expect(next.answers?.showsAll).toBe(true);
  });
});
