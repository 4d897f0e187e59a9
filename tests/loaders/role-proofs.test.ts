import { readHistory } from 'backend/history/read-history';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formInputs } from '~/lib/core/form/form-view';
import { getHistoryStore } from '~/lib/core/history/history-store.server';
import { getApiHost } from '~/lib/core/host/host.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { getStore } from '~/lib/core/server/store.server';
import { action as restore } from '../../app/routes/_signed-in+/_administration+/bin_.restore.$eid';
import { action as add } from '../../app/routes/_signed-in+/_administration+/user.add';
import { action as change } from '../../app/routes/_signed-in+/_administration+/user.edit.$eid';
import { action as decide } from '../../app/routes/_signed-in+/_administration+/users_.waiting_.$eid';
import { action as select } from '../../app/routes/_signed-in+/bulk.$entity';
import { action as confirm } from '../../app/routes/_signed-in+/bulk.$entity_.$token';
import { action as remove } from '../../app/routes/_signed-in+/delete.$entity.$eid';
import { action as undo } from '../../app/routes/_signed-in+/undo.$change';
import { byName } from '../../shared/db/types';
import { defined } from '../../shared/defined';
import { type Answer, callRoute, signedInAs } from '../support/call-route';
import { changeStoredSession } from '../support/change-stored-session';

type Route = Parameters<typeof callRoute>[0];
type Form = Record<string, string>;

const PASSWORD = 'the right password';
let cookie: string;
let count = 0;

beforeEach(async () => {
  cookie = await signedInAs('administrator');
  const row = { user_id: '1', user_username: 'mwansa' };
  vi.spyOn(getApiHost(), 'signIn').mockImplementation(async (_, password) =>
    password === PASSWORD
      ? { ok: true, value: { items: [row] } as never }
      : { ok: false, error: { kind: 'refused', message: 'incorrect' } as never },
  );
});
afterEach(() => vi.restoreAllMocks());

/** Simulates that the last proof was eleven minutes ago. */
async function ageProof() {
  await changeStoredSession(cookie, { provenAt: Date.now() - 11 * 60_000 });
}

const post = (route: Route, path: string, params: Record<string, string>, form: Form) =>
  callRoute(route, path, { cookie, params, form });

async function findUser(username: string) {
  const { db } = await openEmbeddedHost();
  const [row] = await byName(db)
    .selectFrom('user_account')
    .selectAll()
    .where('user_username', '=', username)
    .execute();
  return row;
}

/** Adds a user with this role and status. Returns the username, the values of the form and the id. */
async function addUser(user_role: '1' | '2', u_status = '1') {
  const user_username = `proof.${++count}`;
  const values: Form = {
    ...{ user_username, user_fname: 'Grace', user_lname: 'Phiri', user_role, u_status },
    user_email: `${user_username}@panel.example`,
  };
  await post(add, '/user/add', {}, values);
  const id = String(defined(await findUser(user_username)).user_id);
  return { username: user_username, values, id };
}

/** Saves the form of a user with other values. */
const save = ({ id, values }: { id: string; values: Form }, changed: Form) =>
  post(change, `/user/edit/${id}`, { eid: id }, { ...values, ...changed });

const removeUser = (id: string) =>
  post(remove, `/delete/user/${id}`, { entity: 'user', eid: id }, { _token: `remove ${id}` });

/** Expects that an action does nothing without a proof and with a wrong one, but does its work with the right one. */
async function expectProofNeeded(
  send: (form: Form) => Promise<Answer>,
  isDone: () => Promise<boolean>,
) {
  await ageProof();
  // The wrong passwords of earlier steps would make the user wait.
  await (await getStore()).deleteFrom('throttle').execute();
  for (const form of [{}, { [formInputs.proof]: 'wrong' }] as Form[]) {
    const { status, data } = await send(form);
    expect([status, await isDone()]).toEqual([400, false]);
    expect(JSON.stringify(data)).toContain('"kind":"password"');
    expect(JSON.stringify(data)).not.toContain('wrong');
  }
  const { status } = await send({ [formInputs.proof]: PASSWORD });
  expect([status, await isDone()]).toEqual([302, true]);
}

/** Returns a function that posts the form that takes back the newest change of a user. */
async function undoNewest(id: string) {
  const history = await readHistory(await getHistoryStore(), { entity: 'user', recordId: id });
  const { id: changeId } = defined(history.at(-1));
  return (form: Form) =>
    post(undo, `/undo/${changeId}`, { change: changeId }, { _token: `undo ${changeId}`, ...form });
}

/** Selects users and returns a function that presses a button of the page of this bulk action. */
async function selectUsers(ids: readonly string[], work: string) {
  const { headers } = await callRoute(select, '/bulk/user', {
    ...{ cookie, params: { entity: 'user' } },
    form: [['_do', work], ...ids.map((id): [string, string] => ['_row', id])],
  });
  const path = headers.get('location') ?? '';
  const token = path.split('/').at(-1) ?? '';
  return (intent: string, form: Form = {}) =>
    post(confirm, path, { entity: 'user', token }, { intent, ...form });
}

it('activating an administrator in the form needs a proof, but renaming one does not', async () => {
  const user = await addUser('1', '2');
  await expectProofNeeded(
    (form) => save(user, { u_status: '1', ...form }),
    async () => (await findUser(user.username))?.user_status === 1,
  );
  await ageProof();
  expect((await save(user, { u_status: '1', user_fname: 'Renamed' })).status).toBe(302);
});

it('changing an email address needs a proof, in the form and by taking a change back', async () => {
  const user = await addUser('2');
  const readEmail = async () => (await findUser(user.username))?.user_email;
  const other = 'stranger@panel.example';
  await expectProofNeeded(
    (form) => save(user, { user_email: other, ...form }),
    async () => (await readEmail()) === other,
  );
  await expectProofNeeded(
    await undoNewest(user.id),
    async () => (await readEmail()) === user.values.user_email,
  );
});

it('restoring a user from the bin needs a proof', async () => {
  const { id, username } = await addUser('1');
  await removeUser(id);
  const { db } = await openEmbeddedHost();
  const deleted = await db
    .selectFrom('deleted_record')
    .select('deleted_id')
    .where('deleted_entity', '=', 'user')
    .where('deleted_key', '=', Number(id))
    .executeTakeFirstOrThrow();
  const eid = String(deleted.deleted_id);
  await expectProofNeeded(
    (form) => post(restore, `/bin/restore/${eid}`, { eid }, { _token: `restore ${eid}`, ...form }),
    async () => (await findUser(username)) !== undefined,
  );
});

it('taking back a deletion, a change of a role or the disabling of an administrator needs a proof', async () => {
  const user = await addUser('1');
  await save(user, { user_role: '2' });
  await expectProofNeeded(
    await undoNewest(user.id),
    async () => (await findUser(user.username))?.user_role === 1,
  );
  await save(user, { u_status: '2' });
  await expectProofNeeded(
    await undoNewest(user.id),
    async () => (await findUser(user.username))?.user_status === 1,
  );
  await removeUser(user.id);
  await expectProofNeeded(
    await undoNewest(user.id),
    async () => (await findUser(user.username)) !== undefined,
  );
});

it('taking back a change of a name needs no proof', async () => {
  const user = await addUser('1');
  await save(user, { user_fname: 'Renamed' });
  await ageProof();
  expect((await (await undoNewest(user.id))({})).status).toBe(302);
});

it('activating several users, or undoing that they were disabled or deleted, needs a proof', async () => {
  const users = [await addUser('1'), await addUser('2')];
  const ids = users.map(({ id }) => id);
  const isActive = async () => (await findUser(users[0]?.username ?? ''))?.user_status === 1;
  await ageProof();
  const disable = await selectUsers(ids, 'status:2');
  expect([(await disable('start')).status, await isActive()]).toEqual([302, false]);
  await expectProofNeeded((form) => disable('undo', form), isActive);
  await (await selectUsers(ids, 'status:2'))('start');
  const activate = await selectUsers(ids, 'status:1');
  await expectProofNeeded((form) => activate('start', form), isActive);
  const removal = await selectUsers(ids, 'delete');
  await removal('start');
  await expectProofNeeded((form) => removal('undo', form), isActive);
});

it('approving a waiting account as an administrator needs a proof', async () => {
  const { id, username } = await addUser('2', '2');
  const { db } = await openEmbeddedHost();
  await byName(db)
    .updateTable('user_account')
    // As after a sign-up.
    .set({ user_createuser: username, user_lastupdateuser: username })
    .where('user_username', '=', username)
    .execute();
  const approval = { decision: 'approved', user_fname: 'Grace', user_lname: 'Phiri' };
  await expectProofNeeded(
    (form) =>
      post(
        decide,
        `/users/waiting/${id}`,
        { eid: id },
        { ...approval, user_role: '1', _token: `decide ${id}`, ...form },
      ),
    async () => (await findUser(username))?.user_role === 1,
  );
});
