import { expect, it } from 'vitest';
import { envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';

const remote = remotePanel({ API_CHANGE_OWN_PASSWORD_PATH: 'v2/own', SIGN_IN_ATTEMPTS: '3' });
const NEW = 'maize lantern otter';

async function change(): Promise<string> {
  const { visitor } = remote;
  await visitor.open('/profile/password');
  await visitor.press('Change password', {
    'Current password': 'the current one',
    'New password': NEW,
    'Confirm password': NEW,
  });
  return visitor.document.body.textContent ?? '';
}

it('gets the fields of wire.md, and no others', async () => {
  remote.host.on('v2/own', () => envelope([ann]));
  expect(await change()).toContain('Your password has been changed');
  expect(remote.host.to('v2/own').map(({ fields }) => fields)).toEqual([
    { uusername: 'ann', ucurrent: 'the current one', upassword: NEW },
  ]);
});

it.each([404, 405])('a host that answers %i is said to lack it, however often', async (status) => {
  remote.host.on('v2/own', (_call, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>No</h1>');
  });
  for (let n = 0; n < 4; n++)
    expect(await change()).toContain('This API host does not let you change your password here.');
});

it('a host in trouble counts no attempt, and a refusal counts', async () => {
  remote.host.on('v2/own', (_call, response) => void response.destroy());
  for (let n = 0; n < 4; n++) expect(await change()).toContain('An error occured when Updating');
  remote.host.on('v2/own', () => refusal('No, not this one'));
  for (let n = 0; n < 3; n++) expect(await change()).toContain('No, not this one');
  expect(await change()).toContain('Too many attempts');
});
