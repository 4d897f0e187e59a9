import { expect, it } from 'vitest';
import { user } from '../../../app/lib/core/entities/user';
import { buildFormSchema } from '../../../app/lib/core/form/form-schema';
import { addUser, ann, startHost, type TestHost } from '../../support/start-host';

const hidden = 'Username must not include line breaks or invisible characters';
const reserved = (name: string) =>
  `Username must not be “${name}”, which the audit log uses for other purposes`;
const refused: [string, string][] = [
  ...[
    0x07, 0x0a, 0x0d, 0x85, 0x200b, 0x200d, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069,
    0xfeff,
  ].map((code): [string, string] => [`ann${String.fromCodePoint(code)}a`, hidden]),
  ['unknown account', reserved('unknown account')],
  ['Unknown\u00a0 Account', reserved('unknown account')],
  ['AN ACCOUNT', reserved('an account')],
];
const allowed = ['Ánn Bánda', "o'neil", 'مرحبا', 'an account of Ann'];

const names = ({ db }: TestHost) =>
  db.selectFrom('user_account').select('user_username').orderBy('user_id').execute();

function importUsers({ send }: TestHost, rows: Record<string, unknown>[]) {
  const body = new FormData();
  body.set('user', 'admin');
  body.set('dryrun', '0');
  body.set('file', new File([JSON.stringify(rows)], 'users.json'));
  return send('import/user', { method: 'POST', body }).then((answer) => answer.json());
}

const row = (name: string, n: number) => ({
  user_username: name,
  user_fname: 'Ann',
  user_lname: 'Banda',
  user_email: `ann${n}@research.example`,
  user_role: 2,
  u_status: 'Active',
});

it('refuses a misleading username in the form, at the host and in an import', async () => {
  const host = await startHost();
  const before = await names(host);
  const fields = user.form?.fields.filter(({ name }) => name === 'user_username') ?? [];
  for (const [name, message] of refused) {
    const read = buildFormSchema(fields, {}, () => name).safeParse({ user_username: name });
    expect([name, read.error?.issues.map((issue) => issue.message)]).toEqual([name, [message]]);
    const { uemail: _, ...posted } = ann;
    const answer = await host.post('user/update', {
      ...posted,
      uid: '0',
      uname: name,
      uemail: 'x@x.example',
    });
    expect([name, answer]).toMatchObject([name, { succeeded: false, message }]);
  }
  const { items } = await importUsers(
    host,
    refused.map(([name], n) => row(name, n)),
  );
  const reasons: string[] = items[0].refusals.map(({ reason }: { reason: string }) => reason);
  expect(reasons).toHaveLength(refused.length);
  for (const [index, [, message]] of refused.entries())
    expect(reasons[index]).toMatch(new RegExp(`^user_username: ${message}: “[^“”]+”$`));
  const signUp = { uemail: 'ann\u200b@x.example', upassword: 'maize lantern otter' };
  expect(await host.post('account/create', signUp)).toMatchObject({ succeeded: false });
  expect(await names(host)).toEqual(before);
});

it('accepts other names, and keeps stored names that are refused for new users', async () => {
  const host = await startHost();
  const { items } = await importUsers(host, allowed.map(row));
  expect(items[0]).toMatchObject({ added: allowed.length, refused: 0 });
  const id = await addUser(host);
  const old = 'unknown\u202e account';
  await host.db
    .updateTable('user_account')
    .set({ user_username: old })
    .where('user_id', '=', Number(id))
    .execute();
  const fields = user.form?.fields.filter(({ name }) => name === 'user_username') ?? [];
  const read = buildFormSchema(fields, { user_username: old }, () => old);
  expect(read.safeParse({ user_username: old }).success).toBe(true);
  expect(
    await host.post('user/update', { ...ann, uid: String(id), uname: old, ufname: 'New' }),
  ).toMatchObject({ succeeded: true });
  const change = { user_id: Number(id), user_username: old, user_fname: 'Newer' };
  expect((await importUsers(host, [change])).items[0]).toMatchObject({ changed: 1, refused: 0 });
  expect((await names(host)).at(-1)).toEqual({ user_username: old });
});
