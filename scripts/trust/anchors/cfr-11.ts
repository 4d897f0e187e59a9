import type { Anchor } from '../build-page';
import { met } from '../declare';

/** The parts of 21 CFR 11.10(e). */
export const cfr11: Anchor = {
  title: '21 CFR 11.10(e), audit trails',
  about: 'The parts of the paragraph on audit trails.',
  groups: [
    {
      title: 'Paragraph (e)',
      requirements: {
        '(e) generated': met(
          'The system itself writes the audit trail, with times, for each action that makes, changes or deletes a record.',
          'The entry of a change is a part of its transaction, or is sent from a stored intent.',
          {
            tests: [
              'tests/integration/backend/changes.test.ts › is written once for each change in the process, in the study’s time, and never for a change over HTTP',
              'tests/operations/audit-intents.test.ts › SIGKILL, repeatedly during saves: each save that the host received has its audit entry',
            ],
          },
        ),
        '(e) secure': met(
          'The audit trail is secure, and independent of the operator.',
          'No page changes it, triggers refuse changes, and digests with signed heads reveal them.',
          {
            tests: [
              'tests/integration/backend/audit-chain.test.ts › cannot be changed or deleted in SQL: %s',
              'tests/integration/backend/checkpoints.test.ts › checkpoints reveal an emptied log, and removed entries even if an earlier head is put back with its signature',
              'tests/routes/audit-trail.test.ts › ASVS 16.4.2: has no way to change or delete an entry',
            ],
          },
        ),
        '(e) not obscured': met(
          'A change does not hide what was recorded before.',
          'The history has the values before and after each change.',
          {
            tests: [
              'tests/routes/history.test.ts › shows the values before and after each change, newest first, with its user',
              'tests/routes/import-history.test.ts › names the user, the fields and the request',
            ],
          },
        ),
        '(e) retained': met(
          'The audit trail is stored as long as the records.',
          'Nothing deletes entries; backups and copies contain them.',
          {
            tests: [
              'tests/operations/backup.test.ts › made during saves is complete: a restore brings back earlier saves, files and the audit trail',
              'tests/integration/backend/audit-chain.test.ts › continue one chain after a restart and in simultaneous requests',
            ],
          },
        ),
        '(e) available': met(
          'The agency can review and copy the audit trail.',
          'It can be filtered and exported.',
          {
            tests: [
              'tests/routes/audit-trail.test.ts › is filtered by user, action, screen and time, and exports the filtered entries',
            ],
          },
        ),
      },
    },
  ],
};
