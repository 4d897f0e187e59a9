import { describe, expect, it } from 'vitest';
import { defined } from '../../../shared/defined';
import { addUser, ann, STAMP, startHost } from '../../support/start-host';

const zambia = { uid: '0', uname: 'Zambia', ucode: '+260', ustatus: '1', user: 'admin' };

describe('saving a record', () => {
  it('refuses a form with a field missing, too long, repeated or not storable', async () => {
    const { post, send, errors } = await startHost();
    const refusals: [Partial<Record<keyof typeof zambia, string>>, string][] = [
      [{ uname: '' }, 'Name is required'],
      [{ uname: '   ' }, 'Name is required'],
      [{ ucode: undefined }, 'Phone code is required'],
      [{ ustatus: undefined }, 'Status is required'],
      [{ ustatus: 'Active' }, 'Status is not valid'],
      [{ user: '' }, 'The name of the user who saves is required'],
      [{ uid: undefined }, 'uid is required'],
      [{ uname: 'x'.repeat(256) }, 'Name must be 255 characters or fewer'],
      [{ uname: 'Zam\0bia' }, 'Name holds a character that cannot be saved'],
    ];
    for (const [change, message] of refusals) {
      const fields = Object.entries({ ...zambia, ...change }).filter(
        (field): field is [string, string] => field[1] !== undefined,
      );
      expect(await post('country/update', Object.fromEntries(fields))).toEqual({
        succeeded: false,
        message,
        items: [],
      });
    }
    const twice = `${new URLSearchParams(zambia)}&uname=Malawi`;
    const repeated = await send('country/update', {
      method: 'POST',
      body: twice,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect((await repeated.json()).message).toBe('Name was sent more than once');
    expect(errors).toEqual([]);
  });

  it('refuses an id that no record has, whatever its format', async () => {
    const { post, get } = await startHost();
    for (const uid of ['9', '-1', '1.5', 'x', '1;drop table country', '99999999999999999999']) {
      const message = `The specified country '${uid}' could not be found`;
      expect((await post('country/update', { ...zambia, uid })).message).toBe(message);
      expect((await post('country/delete', { uid })).message).toBe(message);
      expect(await get(`country/id/${encodeURIComponent(uid)}`)).toEqual({
        succeeded: false,
        message,
        items: [],
      });
    }
    expect((await get(`country/id/${'9'.repeat(5000)}`)).message?.length).toBeLessThan(120);
  });

  it('refuses a name that exists, whatever its case, but not the record’s own', async () => {
    const { post } = await startHost();
    await post('country/update', zambia);
    await post('country/update', { ...zambia, uname: 'Côte d’Ivoire' });
    expect((await post('country/update', { ...zambia, uname: 'ZAMBIA' })).message).toBe(
      "The country 'ZAMBIA' exists already",
    );
    expect((await post('country/update', { ...zambia, uname: 'CÔTE D’IVOIRE' })).succeeded).toBe(
      false,
    );
    expect((await post('country/update', { ...zambia, uid: '2' })).succeeded).toBe(false);
    const own = await post('country/update', { ...zambia, uid: '1', uname: 'zambia' });
    expect(defined(own.items[0]).country_name).toBe('zambia');
  });

  it('refuses a body that is no form, and one that is too large', async () => {
    const { send } = await startHost();
    const post = (body: string, type: string) =>
      send('country/update', { method: 'POST', body, headers: { 'content-type': type } });
    const json = await post(JSON.stringify(zambia), 'application/json');
    expect(json.status).toBe(200);
    expect((await json.json()).succeeded).toBe(false);
    const large = await post(`uname=${'x'.repeat(5_000_000)}`, 'application/x-www-form-urlencoded');
    expect(large.status).toBe(413);
    expect((await large.json()).succeeded).toBe(false);
  });

  it('adds, changes and deletes a record, stores who saved it and when in the study’s time, and never uses an id again', async () => {
    const { post, get, clock } = await startHost();
    const added = await post('country/update', zambia);
    expect(added).toEqual({
      succeeded: true,
      message: null,
      items: [
        {
          country_id: 1,
          country_name: 'Zambia',
          country_code: '+260',
          country_status: 1,
          c_status: 'Active',
          country_createuser: 'admin',
          country_createdate: STAMP,
          country_lastupdateuser: 'admin',
          country_lastupdatedate: STAMP,
        },
      ],
    });

    clock.now = new Date('2026-03-02T22:30:00Z');
    const changed = await post('country/update', {
      ...zambia,
      uid: '1',
      ustatus: '2',
      user: 'ann',
      unknown: 'ignored',
    });
    expect(changed.items[0]).toMatchObject({
      c_status: 'Disabled',
      country_createuser: 'admin',
      country_createdate: STAMP,
      country_lastupdateuser: 'ann',
      country_lastupdatedate: '2026-03-03 00:30:00',
    });
    expect(await get('country/id/1')).toEqual(changed);

    expect(await post('country/delete', { uid: '1' })).toEqual({
      succeeded: true,
      message: null,
      items: null,
    });
    expect((await get('country/list')).total).toBe(0);
    // No record gets the id of a deleted one, because audit entries still name the deleted record by it.
    expect(defined((await post('country/update', zambia)).items[0]).country_id).toBe(2);
  });
});

describe('saving a user', () => {
  it('refuses a name or an email that another user signs in with', async () => {
    const { post } = await startHost();
    await post('user/update', ann);
    const eve = { ...ann, uname: 'eve', uemail: 'eve@research.example' };
    expect((await post('user/update', { ...eve, uname: 'ANN' })).message).toBe(
      "The username 'ANN' exists already",
    );
    expect((await post('user/update', { ...eve, uemail: 'Ann@research.example' })).message).toBe(
      "The email 'Ann@research.example' belongs to another user",
    );
    expect((await post('user/update', { ...eve, uname: 'ann@research.example' })).succeeded).toBe(
      false,
    );
    expect((await post('user/update', { ...eve, uemail: 'not an email' })).message).toBe(
      'Please enter a valid email address',
    );
    expect((await post('user/update', { ...eve, urole: '3' })).message).toBe('Role is not valid');
    expect((await post('user/update', eve)).succeeded).toBe(true);
  });

  it('keeps the username and the password through a change', async () => {
    const host = await startHost();
    const id = await addUser(host);
    const changed = await host.post('user/update', {
      ...ann,
      uid: String(id),
      uname: 'someone-else',
      ufname: 'Anna',
      upassword: 'sneaked in password',
      user_password: 'sneaked in password',
    });
    expect(changed.items[0]).toMatchObject({ user_username: 'ann', user_fname: 'Anna' });
    const signedIn = await host.post('login', {
      username: 'ann',
      password: 'correct horse battery',
    });
    expect(signedIn.succeeded).toBe(true);
  });

  it('refuses to delete, disable or demote the last active administrator', async () => {
    const host = await startHost();
    const last = "The user 'admin' is the last active Administrator and must stay one";
    const admin = { ...ann, uid: '1', urole: '1', uemail: 'admin@research.example' };
    expect((await host.post('user/delete', { uid: '1' })).message).toBe(last);
    expect((await host.post('user/update', { ...admin, ustatus: '2' })).message).toBe(last);
    expect((await host.post('user/update', { ...admin, urole: '2' })).message).toBe(last);

    await addUser(host, { urole: '1' });
    expect((await host.post('user/update', { ...admin, ustatus: '2' })).succeeded).toBe(true);
    expect((await host.post('user/delete', { uid: '1' })).succeeded).toBe(true);
    expect((await host.post('user/delete', { uid: '2' })).succeeded).toBe(false);
  });
});

describe('facilities and resources', () => {
  const clinic = {
    uid: '0',
    uname: 'Clinic',
    uaddress: 'Plot 1',
    ulat: '-15.4',
    ulon: '28.3',
    ustatus: '1',
    user: 'admin',
  };

  it('refuses coordinates out of range, and content that is too long', async () => {
    const { post } = await startHost();
    for (const ulat of ['91', '-90.1', 'NaN', 'Infinity', '1e3', '0x10', '15,4'])
      expect((await post('facility/update', { ...clinic, ulat })).message).toBe(
        'Latitude must be a number from -90 to 90',
      );
    expect((await post('facility/update', { ...clinic, ulon: '181' })).succeeded).toBe(false);
    expect((await post('facility/update', { ...clinic, uprep: '3' })).succeeded).toBe(false);
    expect(
      (await post('facility/update', { ...clinic, ucontent: 'x'.repeat(500_001) })).message,
    ).toBe('Content must be 500,000 characters or fewer');
  });

  it('keeps numbers as numbers and flags as 1, 2 or nothing', async () => {
    const { post } = await startHost();
    const saved = await post('facility/update', {
      ...clinic,
      uprep: '1',
      usti: '2',
      ucontent: '<p>Hello</p> ',
    });
    expect(saved.items[0]).toMatchObject({
      facility_lat: -15.4,
      facility_lon: 28.3,
      facility_prep: 1,
      facility_sti: 2,
      facility_art: null,
      facility_content: '<p>Hello</p> ',
      f_status: 'Active',
    });
  });

  it('answers with the name of a resource’s type', async () => {
    const { post } = await startHost();
    const saved = await post('resource/update', {
      uid: '0',
      uname: 'PrEP',
      udescription: 'About PrEP',
      utype: '2',
      ucontent: '[]',
      ustatus: '1',
      user: 'admin',
    });
    expect(saved.items[0]).toMatchObject({ resource_type: 2, r_type: 'Interactive' });
  });
});

describe('a record that is sent again with the same Idempotency-Key', () => {
  it('is added once and answered twice; without a key or with another key, a new record is added', async () => {
    const { send, get } = await startHost();
    const add = async (key: string | undefined, wireName = 'sms-message') => {
      const response = await send(`${wireName}/update`, {
        method: 'POST',
        headers: key ? { 'idempotency-key': key } : {},
        body: new URLSearchParams({
          uid: '0',
          uname: 'Hello',
          ucode: 'of greeting',
          ustatus: '1',
          user: 'admin',
        }),
      });
      return response.json();
    };
    const first = await add('one');
    expect(first.succeeded).toBe(true);
    const [again, atOnce] = await Promise.all([add('one'), add('one')]);
    expect([again, atOnce]).toEqual([first, first]);
    const both = await Promise.all([add('two'), add('two')]);
    expect(both[0].items[0].sms_id).toBe(both[1].items[0].sms_id);
    await add(undefined);
    await add(undefined);
    // The same key for another wireName names another request.
    expect((await add('one', 'country')).items[0].country_name).toBe('Hello');
    expect((await get('sms-message/list')).total).toBe(4);
  });
});
