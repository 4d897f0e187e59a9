import { met, notMet } from '../declare';
import type { Group } from '../requirement';

const REVIEWED = '2026-11-26';
const EVENTS = 'tests/routes/security-events.test.ts';
const CALLERS = 'tests/integration/backend/refused-callers.test.ts';

export const logging: Group = {
  title: '16 Security logging and error handling',
  requirements: {
    '16.1.1': met(
      'Documentation lists the logs: events, form, place, readers and retention.',
      'A table of the logs.',
      {
        sections: [
          'docs/security.md#which-logs-there-are',
          'docs/security.md#logs-and-the-audit-log',
        ],
        reviewed: REVIEWED,
      },
    ),
    '16.2.1': met(
      'Entries say who did what, where and when.',
      'User, screen, action, description and time; and the id of the request.',
      {
        tests: [
          'tests/integration/backend/changes.test.ts › is written once for each change in the process, in the study’s time, and never for a change over HTTP',
          'tests/routes/audit-trail.test.ts › shows what was just done, by whom and on which screen',
          'tests/operations/health.test.ts › has its own id, which is in the answer, the log, the calls to the host and the audit entry',
        ],
      },
    ),
    '16.2.2': notMet(
      'Times are synchronized, and are in UTC or state their offset.',
      'The log of the process has UTC. The audit log has the time of the study without an offset, as the specification asks.',
    ),
    '16.2.3': met(
      'Logs go only where the documentation says.',
      'Standard output and the database.',
      {
        tests: [
          'tests/operations/health.test.ts › serves the metrics on that port only, and nothing else there',
          'tests/operations/uncaught.test.ts › an uncaught error is one log line without its message; open requests are answered; the exit code is 1',
        ],
      },
    ),
    '16.2.4': met('Logs can be read by programs.', 'One JSON object per line.', {
      tests: [
        'tests/operations/health.test.ts › leaves one log line without ids, queries and names, also for unknown addresses',
      ],
    }),
    '16.2.5': met(
      'Logs contain no passwords, tokens or other sensitive values.',
      'Kinds of errors, and paths without ids.',
      {
        tests: [
          'tests/unit/csv-body.test.ts › an export that breaks off logs the error without values of records: %s',
          'tests/routes/never.test.ts › ASVS 16.2.5: logs no password, token, cookie, name or message, whatever goes wrong',
        ],
      },
    ),
    '16.3.1': met(
      'All sign-ins are logged, failed ones too.',
      'Counted by account and address, with one entry for 15 minutes.',
      {
        tests: [
          `${CALLERS} › failed sign-ins and lock-outs, without text that is not the name of an account`,
          `${EVENTS} › ASVS 16.3.1: a failed sign-in`,
          'tests/routes/audit.test.ts › a sign-in, and a sign-out',
        ],
      },
    ),
    '16.3.2': met('Refused requests are logged.', 'With the user and the reason.', {
      tests: [
        `${CALLERS} › refused changes of users`,
        `${EVENTS} › ASVS 16.3.2: a refused request`,
      ],
    }),
    '16.3.3': met(
      'Attempts to bypass the protection are logged.',
      'Wrong tokens, lock-outs, forms of other sites and refused changes.',
      {
        tests: [
          `${CALLERS} › a refused token at once, and the number of further ones when it stops`,
          `${EVENTS} › adds an entry for a form of another site if somebody is signed in`,
        ],
      },
    ),
    '16.3.4': met('Unexpected errors are logged.', 'With the id of the request.', {
      tests: [
        'tests/integration/backend/start.test.ts › is logged, and the answer gives no details',
        'tests/operations/health.test.ts › that fails shows its id to the person, who can report it',
      ],
    }),
    '16.4.1': met(
      'Values cannot add entries to logs or change them.',
      'Log lines are JSON; names of accounts have no control characters.',
      {
        tests: [
          'tests/integration/backend/usernames.test.ts › refuses a misleading username in the form, at the host and in an import',
        ],
      },
    ),
    '16.4.2': met(
      'Logs are protected from readers without right, and cannot be changed.',
      'Database triggers refuse changes, digests reveal them, and only administrators read the access log.',
      {
        tests: [
          'tests/integration/backend/audit-chain.test.ts › are not valid with %s',
          'tests/integration/backend/audit-chain.test.ts › cannot be changed or deleted in SQL: %s',
          'tests/routes/access-log.test.ts › refuses strangers and researchers',
        ],
        boundary: true,
        mutation: {
          file: 'backend/audit/verify.ts',
          before: 'else if (computeDigest(chain, id, row, digest) !== stored)',
          after: "else if (stored === '')",
        },
      },
    ),
    '16.4.3': notMet(
      'Logs are sent to a separate system.',
      'The process log goes to standard output, from which the installation can send it on. The audit log stays in the database; only its checkpoints can be written elsewhere.',
    ),
    '16.5.1': met('Errors show no internals to users.', 'A general message and an id to report.', {
      tests: [
        'tests/integration/backend/start.test.ts › is logged, and the answer gives no details',
        'tests/routes/pages.test.ts › says so when the embedded host fails, and the panel keeps running',
      ],
      mutation: {
        file: 'backend/routes/app.ts',
        before: 'return c.json(unexpected, 500);',
        after: 'return c.json(refused(String(error)), 500);',
      },
    }),
    '16.5.2': met(
      'The panel stays safe when another system fails.',
      'Time limits, messages, and nothing lost that was typed.',
      {
        tests: [
          'tests/contract/slow-host.test.ts › a list that the host never sends shows an error and no rows',
          'tests/postgres/hang.test.ts › a database that %s: each page says so in time, and the panel works again when the database does',
          'tests/contract/firestore-gone.test.ts › Firestore stops with %s in the middle of a collection: the page shows an error in time, and the panel goes on',
        ],
      },
    ),
    '16.5.3': met(
      'Errors never open anything.',
      'An attempt that cannot be counted is not allowed, and a change without its audit entry is undone.',
      {
        tests: [
          'tests/integration/backend/changes.test.ts › is a part of the change: if the entry cannot be written, the change is undone',
          `${EVENTS} › a sign-in whose entry cannot be stored fails, and does not change the count of its address`,
          `${EVENTS} › is stored before the file is sent, or else no file is sent`,
        ],
      },
    ),
  },
};
