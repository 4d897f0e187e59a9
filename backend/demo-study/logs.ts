import type { DemoDates } from 'shared/demo/dates';
import type { Chance } from 'shared/demo/random';
import { appendEntries, auditLogChain, errorLogChain, signInLogChain } from '../audit/chain';
import type { Database } from '../db/types';
import { makeMany } from './fill';
import { makers } from './users';

const titles = [
  'Users',
  'Participants',
  'Facilities',
  'Quizzes',
  'Phones',
  'Usage Analytics',
  'Home',
];

/** Fills the logs of the host. */
export async function fillLogs(db: Database, chance: Chance, dates: DemoDates): Promise<void> {
  const hoursBefore = (hours: number) => dates.getDaysBefore(0, -hours * 3_600);
  await appendEntries(
    db,
    auditLogChain,
    makeMany(400, (n) => {
      const title = chance.pick(titles);
      const action = chance.pick(['View', 'View', 'View', 'View', 'Update', 'Add', 'Export']);
      return {
        audit_username: chance.pick(makers),
        audit_title: title,
        audit_action: action,
        audit_description: `${action} ${title}`,
        audit_date: hoursBefore((400 - n) * 2),
      };
    }),
  );
  await appendEntries(
    db,
    signInLogChain,
    makeMany(250, (n) => ({
      login_username: chance.pick(makers),
      login_source: chance.pick(['Web', 'Web', 'Web', 'App']),
      login_date: hoursBefore((250 - n) * 5),
    })),
  );
  await appendEntries(
    db,
    errorLogChain,
    makeMany(30, (n) => ({
      log_username: chance.pick(makers),
      log_title: chance.pick(titles),
      log_action: 'View',
      log_description: 'An error occured when loading the list from server',
      log_exception: chance.pick(['TimeoutError', 'TypeError: fetch failed']),
      log_date: hoursBefore((30 - n) * 40),
    })),
  );
}
