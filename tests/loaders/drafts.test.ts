import { expect, it } from 'vitest';
import type { FormView } from '~/lib/core/form/form-view';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { action, loader } from '../../app/routes/_signed-in+/_sms+/sms-category.edit.$eid';
import { byName } from '../../shared/db/types';
import { callRoute, signedInAs } from '../support/call-route';

/** A text with more escaped characters than a refused form may render in the answer to its post. */
const slow = (text: string) => `${text}${'<'.repeat(60_000)}`;

it('two tabs with the same refused form each keep their own text', async () => {
  const { db } = await openEmbeddedHost();
  await byName(db)
    .insertInto('sms_category')
    .values({ sms_cat_id: 77, sms_cat_name: 'Reminders', sms_cat_status: 1 })
    .execute();
  const cookie = await signedInAs('administrator');
  const params = { eid: '77' };
  const post = async (address: string, text: string) => {
    const form = {
      sms_cat_name: '',
      sms_cat_description: slow(text),
      c_status: '1',
      _version: 'x',
    };
    const { status, headers } = await callRoute(action, address, { cookie, params, form });
    expect(status).toBe(303);
    return headers.get('location') ?? '';
  };
  const readText = async (address: string) => {
    const { data } = await callRoute(loader, address, { cookie, params });
    return (data as FormView).draft?.initialValue?.sms_cat_description;
  };
  const [one, other] = [
    await post('/sms-category/edit/77', 'one'),
    await post('/sms-category/edit/77', 'other'),
  ];
  expect(await readText(one)).toBe(slow('one'));
  expect(await readText(other)).toBe(slow('other'));
  // A tab that was duplicated has the address of the same draft.
  const duplicated = await post(other, 'duplicated');
  expect(await readText(duplicated)).toBe(slow('duplicated'));
  expect(await readText(other)).toBe(slow('other'));
  expect(await readText('/sms-category/edit/77')).toBeUndefined();
});
