import { describe, expect, it } from 'vitest';
import { envelope } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { Visitor } from '../support/visitor';

const remote = remotePanel({ RESEARCHERS_READ_ONLY: 'on' });

describe('ASVS 8.2.1: where researchers change nothing', () => {
  it.each([3, '3', '0', '', null, undefined, 'Administrator', '1 ', true, [1]])(
    'a user of the role %j changes nothing either',
    async (user_role) => {
      remote.host.on('login', () => envelope([{ ...ann, user_role }]));
      const visitor = await new Visitor(remote.panel.url).signIn();
      await visitor.open('/country/add', {
        method: 'POST',
        body: new URLSearchParams({ country_name: 'Zambia', country_code: '1', c_status: '1' }),
      });
      expect(visitor.status).toBe(403);
      expect(remote.host.to('country/update')).toEqual([]);
    },
  );

  it.each([1, '1'])('an administrator, whose role is %j, changes everything', async (user_role) => {
    remote.host.on('login', () => envelope([{ ...ann, user_role }]));
    const visitor = await new Visitor(remote.panel.url).signIn();
    await visitor.open('/country/add', {
      method: 'POST',
      body: new URLSearchParams({ country_name: 'Zambia', country_code: '1', c_status: '1' }),
    });
    expect(remote.host.to('country/update')).toHaveLength(1);
  });
});
