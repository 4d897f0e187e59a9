import type { StudyTables } from 'backend/db/study-tables';
import type { Selectable } from 'kysely';
import { audit } from '../core/host/audit.server';
import type { AnyJobKind } from '../core/jobs/job-kind';
import { readContent, selectJobs } from '../core/jobs/job-store.server';
import { formatMoment } from '../core/server/format-moment.server';
import type { SignedIn } from '../core/session/guard.server';
import { isAdministrator } from '../core/session/permissions';
import { getUserKey } from '../core/session/user-key.server';
import { home } from '../menu';
import type { JobsView, OtherJob, OwnJob } from './jobs-view';

/** The maximum number of jobs of other users on the page. */
const MAX_OTHERS = 200;
const TITLE = 'Jobs';

/** Loads the page of all jobs: those of the user and, for administrators, those of others without their content. */
export async function loadJobs(
  { user }: SignedIn,
  kinds: readonly AnyJobKind[],
): Promise<JobsView> {
  const owner = getUserKey(user);
  const own = await (await selectJobs()).where('owner', '=', owner).execute();
  const others = isAdministrator(user)
    ? await (await selectJobs()).where('owner', '!=', owner).limit(MAX_OTHERS).execute()
    : undefined;
  audit({
    ...{ username: user.username, title: TITLE, action: 'View' },
    description: `Viewed ${TITLE}`,
  });
  return {
    title: TITLE,
    trail: [{ title: home.title, href: home.path }, { title: TITLE }],
    own: own.flatMap((row) => showOwn(kinds, row) ?? []),
    others: others?.flatMap((row) => showOther(kinds, row) ?? []),
  };
}

type Row = Selectable<StudyTables['job']>;

function showOwn(kinds: readonly AnyJobKind[], row: Row): OwnJob | undefined {
  const { token, subject, done, total, expires_at } = row;
  const kind = kinds.find(({ name }) => name === row.kind);
  const content = kind && readContent(kind, row);
  if (!kind || content === undefined) return undefined;
  return {
    ...{ token, kind: kind.title, state: readState(row), isRunning: row.state === 'running' },
    ...kind.describe(content, { token, subject }),
    progress:
      row.state === 'running' && total > 0
        ? `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
        : '',
    orderedAt: showMoment(row.created_at),
    // An erasure is deleted only when it is completed.
    until: row.due_at === null ? showMoment(expires_at) : undefined,
  };
}

function showOther(kinds: readonly AnyJobKind[], row: Row): OtherJob | undefined {
  const kind = kinds.find(({ name }) => name === row.kind);
  if (!kind) return undefined;
  const { token, owner } = row;
  const username = kind.sealer.unseal(row.username, [owner, token, 'username'])?.toString();
  const name = owner === '' ? 'the panel' : (username ?? 'an unknown user');
  return {
    ...{ token, kind: kind.title, owner: name, state: readState(row) },
    orderedAt: showMoment(row.created_at),
  };
}

const states = {
  waiting: 'Waits for you',
  running: 'Running',
  done: 'Finished',
  failed: 'Ended early or failed',
};

function readState({ state, due_at }: Row): string {
  return state === 'waiting' && due_at !== null ? 'Waits for its next attempt' : states[state];
}

function showMoment(at: number | string): string {
  return formatMoment(Number(at), 'date-time');
}
