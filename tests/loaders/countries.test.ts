import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ListView } from '~/lib/core/list/list-view';
import { config } from '~/lib/core/server/config.server';
import { loader as list } from '../../app/routes/_signed-in+/_administration+/countries';
import {
  action as add,
  loader as emptyForm,
} from '../../app/routes/_signed-in+/_administration+/country.add';
import {
  action as change,
  loader as form,
} from '../../app/routes/_signed-in+/_administration+/country.edit.$eid';
import { callRoute, signedInAs } from '../support/call-route';

let administrator: string;
let researcher: string;
beforeAll(async () => {
  administrator = await signedInAs('administrator');
  researcher = await signedInAs('researcher');
});

/** Posts the form that adds a country. Returns the answer, which redirects to the new record on success. */
async function addCountry(country_name: string) {
  const { data } = await callRoute(emptyForm, '/country/add', { cookie: administrator });
  const { token, version } = data as { token: string; version: string };
  const posted = { country_name, country_code: '+260', c_status: '1' };
  return callRoute(add, '/country/add', {
    cookie: administrator,
    form: { ...posted, _token: token, _version: version },
  });
}

/** Opens the list as a researcher. Returns its view. */
async function openList(search: string) {
  const { status, data } = await callRoute(list, `/countries?${search}`, { cookie: researcher });
  expect(status).toBe(200);
  return data as ListView;
}

describe('the form of a country', () => {
  it('answers 400 with everything that was typed, when a field is missing', async () => {
    const { status, data } = await callRoute(add, '/country/add', {
      cookie: administrator,
      form: { country_name: '', country_code: '+1', c_status: '' },
    });
    expect(status).toBe(400);
    expect(data).toMatchObject({
      status: 'error',
      initialValue: { country_code: '+1' },
      error: { country_name: ['Name is required'], c_status: ['Status is required'] },
    });
  });

  it('cannot be sent by a read-only role', async () => {
    config.RESEARCHERS_READ_ONLY = true;
    onTestFinished(() => {
      config.RESEARCHERS_READ_ONLY = false;
    });
    const answer = await callRoute(add, '/country/add', {
      cookie: researcher,
      form: { country_name: 'Fiji', country_code: '+679', c_status: '1' },
    });
    expect(answer.status).toBe(403);
  });

  it('answers 404 for a record that does not exist', async () => {
    const call = { cookie: administrator, params: { eid: '999999' } };
    expect((await callRoute(form, '/country/edit/999999', call)).status).toBe(404);
  });

  it('saves, leads to the record and shows its values', async () => {
    const saved = await addCountry('Tonga');
    expect(saved.status).toBe(302);
    const location = saved.headers.get('location') ?? '';
    expect(location).toMatch(/^\/country\/edit\/\d+/);
    const eid = /\d+/.exec(location)?.[0] ?? '';
    const { data } = await callRoute(form, location, { cookie: administrator, params: { eid } });
    expect(data).toMatchObject({
      title: 'Edit country',
      fields: [{ name: 'country_name', value: 'Tonga' }, { value: '+260' }, { value: '1' }],
    });
  });

  it('refuses a name that another country has', async () => {
    await addCountry('Samoa');
    const { status, data } = await addCountry('Samoa');
    expect(status).toBe(400);
    expect(JSON.stringify(data)).toContain('exists already');
  });

  it('answers 409 with both versions, when somebody else has changed the record', async () => {
    const location = (await addCountry('Malta')).headers.get('location') ?? '';
    const eid = /\d+/.exec(location)?.[0] ?? '';
    const call = { cookie: administrator, params: { eid } };
    const opened = async () => (await callRoute(form, location, call)).data as Opened;
    const [mine, theirs] = [await opened(), await opened()];
    const post = ({ token, version }: Opened, country_code: string) =>
      callRoute(change, location, {
        ...call,
        form: {
          country_name: 'Malta',
          country_code,
          c_status: '1',
          _token: token,
          _version: version,
        },
      });
    expect((await post(theirs, '+356')).status).toBe(302);
    const { status, data } = await post(mine, '+357');
    expect(status).toBe(409);
    expect(data).toMatchObject({
      conflict: { differences: [{ label: 'Phone code', yours: '+357', theirs: '+356' }] },
    });
  });
});

interface Opened {
  token: string;
  version: string;
}

describe('the list of countries', () => {
  it('is filtered, sorted and paged as its address says', async () => {
    for (const name of ['Niger', 'Nigeria', 'Chad']) await addCountry(name);
    const view = await openList('country_name=nig&sort=-country_name');
    expect(view.rows.map(({ label }) => label)).toEqual(['Nigeria', 'Niger']);
    expect(view.pager.total).toBe(2);
    expect(view.chips).toMatchObject([{ text: expect.stringContaining('nig') }]);
    const second = await openList('country_name=nig&sort=country_name&size=1&page=2');
    expect(second.rows.map(({ label }) => label)).toEqual(['Nigeria']);
  });

  it('names the parameters that it does not understand', async () => {
    const { droppedNote } = await openList('nothing=1&page=x');
    expect(droppedNote).toMatch(/left out: page, nothing\.$/);
  });
});

it('the list leads to its deleted records, unless the user cannot restore them', async () => {
  expect((await openList('')).binHref).toBe('/bin?deleted_type=Country');
  config.RESEARCHERS_READ_ONLY = true;
  onTestFinished(() => {
    config.RESEARCHERS_READ_ONLY = false;
  });
  expect((await openList('')).binHref).toBeUndefined();
});
