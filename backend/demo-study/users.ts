import type { DemoDates } from 'shared/demo/dates';
import { firstNames, lastNames, makeDemoNumber } from 'shared/demo/names';
import type { Chance } from 'shared/demo/random';
import { hashPassword } from '../accounts/passwords';
import type { Database } from '../db/types';
import { insertRows, makeMany, makeStamps } from './fill';

/**
 * The users whose passwords the demo prints, so that visitors can sign in. Their usernames are email addresses, because
 * the sign-in page asks for one.
 */
export const demoSignIns = {
  administrator: { username: 'mwansa@panel.example', password: 'demo-administrator' },
  researcher: { username: 'lungile@panel.example', password: 'demo-researcher' },
} as const;

/** The users who appear in the stamps of other records. */
export const makers = [
  demoSignIns.administrator.username,
  demoSignIns.researcher.username,
  'tdemoba',
  'rsamplembe',
  'cmockanda',
] as const;

export async function fillUsers(db: Database, chance: Chance, dates: DemoDates): Promise<void> {
  const people = [
    { ...demoSignIns.administrator, fname: 'Mwansa', lname: 'Demoba', role: 1, status: 1 },
    { ...demoSignIns.researcher, fname: 'Lungile', lname: 'Testwe', role: 2, status: 1 },
    { username: 'tdemoba', fname: 'Tendai', lname: 'Demoba', role: 1, status: 1 },
    { username: 'rsamplembe', fname: 'Rudo', lname: 'Samplembe', role: 2, status: 1 },
    { username: 'cmockanda', fname: 'Chipo ', lname: 'Mockanda', role: 2, status: 2 },
  ];
  const known = await Promise.all(
    people.map(async (person, index) => ({
      user_id: index + 1,
      ...makeStamps(
        'user',
        index === 0 ? 'admin' : makers[0],
        dates.getDaysBefore(900 - index * 60),
      ),
      user_username: person.username,
      user_fname: person.fname,
      user_lname: person.lname,
      user_phone: makeDemoNumber(900_000 + index),
      user_email: person.username.includes('@')
        ? person.username
        : `${person.username}@panel.example`,
      user_role: person.role,
      user_status: person.status,
      user_password: 'password' in person ? await hashPassword(person.password) : null,
    })),
  );
  // The other users signed up, with their addresses as usernames. Some are waiting for approval.
  const others = makeMany(9, (n) => {
    const fname = chance.pick(firstNames);
    const address = `${simplifyName(fname)}.${n}@research.example`;
    return {
      user_id: people.length + n,
      ...makeStamps('user', address, dates.getDaysBefore(400 - n * 40)),
      user_username: address,
      user_fname: chance.maybe(0.3, () => fname),
      user_lname: chance.maybe(0.3, () => chance.pick(lastNames)),
      user_phone: null,
      user_email: address,
      user_role: 2,
      user_status: n % 3 === 0 ? 2 : 1,
      user_password: null,
    };
  });
  await insertRows(db, 'user_account', [...known, ...others]);
}

/** Converts a name for use in an email address, for example by removing accents. */
function simplifyName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
