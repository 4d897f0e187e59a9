import { describe, expect, it } from 'vitest';
import { readCsv } from '../support/csv-file';
import { sweep } from '../support/full';
import { orderFull } from '../support/full-export';
import { checkFile } from '../support/import-steps';
import { studiedHosts } from '../support/studied-hosts';
import { watchAccesses } from '../support/watched-accesses';

const buildMark = (id: number, field = 'sms_phone_name') => `zq~sms-phone|${id}|${field}~qz`;

const valid = (id: number) => ({
  sms_phone_name: `${buildMark(id)} changed`,
  sms_phone_number: `+26097111000${id}`,
});

const logs = [
  ['/audit', 'audit-log', 'audit_id', 'audit_username'],
  ['/audit/sign-ins', 'sign-in-log', 'login_id', 'login_username'],
  ['/audit/errors', 'error-log', 'log_id', 'log_username'],
  ['/audit/accesses', 'access', 'access_id', 'access_user'],
] as const;

const hosts = sweep(studiedHosts, ({ isEmbedded }) => isEmbedded);

describe.each(hosts)('with $name,', ({ start, lacks, isEmbedded }) => {
  // With this setting, the session keeps the user's name from before `watchAccesses` marks the records.
  const demo = start({ SESSION_RECHECK_SECONDS: '3600' });
  const accesses = watchAccesses(demo);
  const { expectLogged } = accesses;
  const expectExportLogged = (address: string) => accesses.expectExportLogged(address);

  /** Posts the form of an SMS phone with the stored values, except for `changes`. */
  async function save(id: number, changes: Record<string, string>): Promise<void> {
    const { visitor } = accesses;
    await visitor.open(`/sms-phone/edit/${id}`);
    const body = new URLSearchParams(visitor.getBody('Save') as URLSearchParams);
    for (const [name, value] of Object.entries(changes)) body.set(name, value);
    const answer = await visitor.request(`/sms-phone/edit/${id}`, { method: 'POST', body });
    expect(answer.status).toBe(302);
  }

  it('the access log has the users whose names or email addresses a list, a form or an export shows', async () => {
    let shown = await expectLogged('/users?cols=user_id,user_fname,user_email&size=50');
    shown += await expectLogged('/users?cols=user_id,user_username&size=50');
    shown += await expectLogged('/user/edit/2');
    shown += await expectExportLogged('/users?cols=user_id,user_lname');
    expect(shown).toBeGreaterThan(6);
  });

  it.each(logs)(
    'the access log has the entries of %s that name a person',
    async (path, name, id, user) => {
      const { open, expectRecords, visitor } = accesses;
      await visitor.request('/country/edit/99999');
      const { made, file } = await orderFull(visitor, `${path}?cols=${id},${user}`);
      expect(file.status).toBe(200);
      const [, ...lines] = readCsv(await file.text());
      const named = lines.filter(([, username]) => username?.includes('@'));
      const records = named.map(([entry]) => `${name} ${entry}`);
      await expectRecords(path, made, new Set(records));
      if (path !== '/audit/errors') expect(records).not.toEqual([]);
      // The file has every entry. The page has the newest ones, including those added since the export.
      const page = await open(`${path}?cols=${id},${user}&size=10`);
      const rows = [...page.text.matchAll(/<tr[^>]*>.*?<\/tr>/gs)].map(([row]) => row);
      const shown = rows.flatMap((row) => {
        const entry = />(\d+)</.exec(row)?.[1];
        return entry && row.includes('@') ? [`${name} ${entry}`] : [];
      });
      await expectRecords(path, page.response, new Set(shown));
    },
  );

  it('the access log has the phones that each page of the list of conversations shows', async () => {
    const { visitor } = accesses;
    await expect
      .poll(async () => (await visitor.open('/conversations')).html.includes('zq~'), {
        timeout: 60_000,
        interval: 500,
      })
      .toBe(true);
    let shown = 0;
    for (const search of ['', '?size=50', '?page=2', '?cols=phone_number'])
      shown += await expectLogged(`/conversations${search}`);
    expect(shown).toBeGreaterThan(20);
  });

  it('the access log has the records that a search finds, and no others', async () => {
    const search = { method: 'POST', body: new URLSearchParams({ q: 'zq~participant|1' }) };
    expect(await expectLogged('/view/participants', search)).toBeGreaterThan(5);
    const none = { method: 'POST', body: new URLSearchParams({ q: 'nobody of this name' }) };
    expect(await expectLogged('/view/participants', none)).toBe(0);
    const posted = await accesses.visitor.request('/view/participants', search);
    const view = new URL(posted.headers.get('location') ?? '', 'http://panel').search;
    expect(await expectExportLogged(`/participants${view}`)).toBeGreaterThan(5);
  });

  describe('the access log of a form', () => {
    const wrong = { sms_phone_name: '', sms_phone_number: 'x', sms_cat_id: '1', c_status: '1' };
    it.each(
      sweep(
        [
          ['/sms-phone/edit/5', wrong],
          ['/sms-phone/add', wrong],
          ['/user/edit/3', { user_fname: '', user_lname: 'Typed', user_email: 'typed@x.org' }],
          ['/country/edit/1', { country_name: '', country_code: '1', c_status: '1' }],
          ['/discussion/edit/demo-001', { title: '', description: 'Typed' }],
          ['/quiz/edit/1', { quiz_question: '' }],
          ['/facility/edit/3', { facility_name: '' }],
        ] as const,
        ([path]) => path.startsWith('/sms-phone') || path.startsWith('/user'),
      ).filter(([path]) => !lacks(`${path.split('/')[1]}/list`)),
    )('has only the records that a refused form still shows: %s', async (path, fields) => {
      const { visitor } = accesses;
      await visitor.open(path);
      const body = new URLSearchParams(visitor.getBody('Save') as URLSearchParams);
      for (const name of new Set(body.keys()))
        if (/zq~/.test(body.getAll(name).join())) body.set(name, '');
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      await expectLogged(path, { method: 'POST', body }, 400);
    });

    it('has the record of a conflict, because the page shows the values that somebody else has saved', async () => {
      const { visitor } = accesses;
      await save(6, valid(6));
      await visitor.open('/sms-phone/edit/6');
      const body = new URLSearchParams(visitor.getBody('Save') as URLSearchParams);
      await save(6, { sms_phone_name: `${buildMark(6)} by another` });
      body.set('sms_phone_name', 'Mine');
      const shown = await expectLogged('/sms-phone/edit/6', { method: 'POST', body }, 409);
      expect(shown).toBe(1);
    });

    it('has the record of a conflict over a long text, which the page shows after a redirect', async () => {
      const { visitor } = accesses;
      await visitor.open('/resource/edit/1');
      const body = new URLSearchParams(visitor.getBody('Save') as URLSearchParams);
      await demo.hostSql(
        'update resource set resource_content = ?, resource_name = ? where resource_id = 1',
        `<p>zq~resource|1|resource_content~qz</p>${'<p>theirs</p>'.repeat(30_000)}`,
        'Another',
      );
      body.set('resource_content', '<p>mine</p>'.repeat(30_000));
      await expectLogged('/resource/edit/1', { method: 'POST', body });
    });
  });

  it('the access log has the record whose former values a history, its export or an undo page shows', async () => {
    const { visitor } = accesses;
    await save(7, valid(7));
    await save(7, { sms_phone_name: `${buildMark(7)} again` });
    expect(await expectLogged('/history/sms-phone/7')).toBe(1);
    // The heading names the record.
    expect(await expectLogged('/history/sms-phone/7?cols=change_date,change_field')).toBe(1);
    expect(await expectLogged('/columns/history/sms-phone/7')).toBe(0);
    expect(await expectExportLogged('/history/sms-phone/7')).toBe(1);
    await visitor.open('/history/sms-phone/7');
    const [undo] = visitor.page.getAllByRole('link', { name: 'Take back' });
    expect(await expectLogged(undo?.getAttribute('href') ?? '')).toBe(1);
  });

  it('the access log has both phones of a link that a history, its export or an undo page shows', async () => {
    const { visitor, open, expectRecords } = accesses;
    const find = async (type: string) => {
      const statement =
        'select phone_number from phone where phone_status = ? order by phone_id desc limit 1';
      const [row] = (await demo.hostSql(statement, type)) as { phone_number: string }[];
      return String(row?.phone_number);
    };
    const navigator = await find('2');
    const participant = await find('3');
    await visitor.open(`/phone/participants/${encodeURIComponent(navigator)}`);
    await visitor.press('Link', { Participant: participant });
    await visitor.open(`/phone/edit/${encodeURIComponent(navigator)}`);
    await visitor.follow('Record history');
    const { pathname } = new URL(visitor.url);
    const undo = () =>
      visitor.page.getAllByRole('link', { name: 'Take back' })[0]?.getAttribute('href') ?? '';
    const both = new Set([`phone ${navigator}`, `phone ${participant}`]);
    const expectBoth = async (path: string) => {
      const { response, text } = await open(path);
      expect([path, text.replace(/<wbr\/?>/g, '').includes(participant)]).toEqual([path, true]);
      await expectRecords(path, response, both);
    };
    await expectBoth(pathname);
    const { made, file } = await orderFull(visitor, pathname);
    expect(await file.text()).toContain(participant);
    await expectRecords(pathname, made, both);
    await expectBoth(undo());
    const withoutValues = await open(`${pathname}?cols=change_date,change_field`);
    await expectRecords(pathname, withoutValues.response, new Set([`phone ${navigator}`]));
    await visitor.open(undo());
    await visitor.press('Take back this change');
    await expectBoth(`${pathname}?change_action=Unlink`);
    await visitor.open(pathname);
    await expectBoth(undo());
  });

  // Only the embedded host has a bin.
  if (isEmbedded)
    it('the access log has the deleted records whose names the bin, its export or a restore page shows', async () => {
      const { visitor } = accesses;
      await visitor.open('/delete/sms-phone/8');
      await visitor.press('Delete');
      expect(await expectLogged('/bin')).toBe(1);
      expect(await expectLogged('/bin?cols=deleted_id,deleted_type')).toBe(0);
      expect(await expectExportLogged('/bin')).toBe(1);
      const [row] = (await demo.sql('select deleted_id from deleted_record')) as {
        deleted_id: number;
      }[];
      expect(await expectLogged(`/bin/restore/${row?.deleted_id}`)).toBe(1);
    });

  it('the access log has the records that the page or the export of an earlier access names', async () => {
    const { visitor } = accesses;
    await visitor.open('/sms-phones?size=5');
    await visitor.open('/profile/accesses?access_list=sms-phone&access_kind=List');
    const link = visitor.document.querySelector('a[href^="/profile/access/"]');
    const href = link?.getAttribute('href') ?? '';
    expect(await expectLogged(href)).toBe(5);
    expect(await expectExportLogged(href)).toBe(0);
    await visitor.open('/phone/edit/%2B260000000002');
    await visitor.open('/profile/accesses?access_list=phone&access_kind=Form');
    const phone = visitor.document.querySelector('a[href^="/profile/access/"]');
    const phoneHref = phone?.getAttribute('href') ?? '';
    expect(await expectLogged(phoneHref)).toBe(1);
    expect(await expectExportLogged(phoneHref)).toBe(1);
  });

  if (!lacks('import/start'))
    it('the access log has no record of the import page, and only the shown records of an import report', async () => {
      const { visitor } = accesses;
      expect(await expectLogged('/import')).toBe(0);
      const content = 'sms_phone_id,sms_phone_name,sms_phone_number\n1,,x\n2,Typed,+260971110009\n';
      await checkFile(visitor, 'SMS Phones', content);
      const { pathname } = new URL(visitor.url);
      expect(pathname).toMatch(/^\/import\/./);
      await expectLogged(pathname);
    });
});
