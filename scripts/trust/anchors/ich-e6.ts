import type { Anchor } from '../build-page';
import { met, notApplicable, notMet } from '../declare';

const REVIEWED = '2026-11-26';

/** The clauses of annex 1 on records, data governance and computerised systems that concern the panel. */
export const ichE6: Anchor = {
  title: 'ICH E6(R3), good clinical practice',
  about:
    'The clauses of Annex 1, section 4 (data governance) and section 3.16.1, as far as software can meet them. A study\nalso needs procedures, training and agreements.',
  groups: [
    {
      title: 'Annex 1',
      requirements: {
        '3.16.1 (privacy)': met(
          'The privacy of participants is protected as the law asks.',
          'Access is limited, logged and encrypted, exports are pseudonymised unless a user gives a reason, and `MASK_IDENTIFIERS` masks numbers and dates of birth.',
          {
            tests: [
              'tests/loaders/pseudonymised-exports.test.ts › is what a form without a choice asks for',
              'tests/loaders/pseudonymised-exports.test.ts › has nothing of the values that identify people, in any format',
              'tests/operations/linkage.test.ts › finds in pseudonymised files no more people than by guessing within an age band',
            ],
          },
        ),
        '3.16.1 (withdrawal)': met(
          'The data of participants who withdraw is handled as the protocol says.',
          'Administrators withdraw or erase a participant. With a remote API host, the panel erases what it stores itself, and the certificate says what the host keeps.',
          {
            tests: [
              'tests/integration/withdrawal.test.ts › a withdrawn participant is left out until it is taken back',
            ],
          },
        ),
        '3.16.1 (incidents)': met(
          'There is a process for incidents, such as breaches.',
          'How to report a vulnerability, and what to do after an attack.',
          {
            sections: [
              'SECURITY.md#reporting-a-vulnerability',
              'SECURITY.md#if-an-installation-may-have-been-attacked',
            ],
            reviewed: REVIEWED,
          },
        ),
        '4.1': notApplicable(
          'Blinding is protected.',
          'The study has no blinded treatment in the panel.',
        ),
        '4.2.1': met(
          'Data that is entered is checked.',
          'Forms and imports check each value, and lists name data problems.',
          {
            tests: [
              'tests/integration/backend/records.test.ts › refuses a form with a field missing, too long, repeated or not storable',
              'tests/integration/backend/import.test.ts › prevents the import of all other rows, and the audit entry says so',
            ],
          },
        ),
        '4.2.2 (accounts)': met(
          'The creation of accounts, changes of roles and accesses are logged.',
          'Each has an entry in the audit log.',
          {
            tests: [
              'tests/routes/security-events.test.ts › give the role and the status of a new user',
              'tests/routes/security-events.test.ts › give the old and new role and status, no email address, and the approved user',
              'tests/routes/audit.test.ts › a sign-in, and a sign-out',
            ],
          },
        ),
        '4.2.2 (changes)': met(
          'The first entry and each change and deletion stay visible.',
          'The history has the values before and after each change.',
          {
            tests: [
              'tests/integration/history/store.test.ts › a change has its values, its user and its request',
              'tests/routes/history.test.ts › shows the values before and after each change, newest first, with its user',
            ],
          },
        ),
        '4.2.2 (reasons)': notMet(
          'The reason for a change is recorded where it is needed.',
          'The panel does not ask for the reason of a change.',
        ),
        '4.2.2 (actions)': met(
          'Actions besides entering data are recorded.',
          'Views, exports, imports and bulk actions are.',
          {
            tests: [
              'tests/routes/audit.test.ts › the view of every screen of the menu, and of screens below these',
              'tests/routes/audit.test.ts › an add, an update, a delete and an export',
            ],
          },
        ),
        '4.2.2 (audit trail)': met(
          'The audit trail cannot be turned off, and is not altered.',
          'No setting turns it off; triggers and digests protect it.',
          {
            tests: [
              'tests/integration/backend/audit-chain.test.ts › cannot be changed or deleted in SQL: %s',
              'tests/operations/audit-intents.test.ts › SIGKILL, repeatedly during saves: each save that the host received has its audit entry',
            ],
          },
        ),
        '4.2.2 (review)': met(
          'The audit trail can be understood and reviewed.',
          'It can be filtered by user, action, screen and time, and exported.',
          {
            tests: [
              'tests/routes/audit-trail.test.ts › is filtered by user, action, screen and time, and exports the filtered entries',
            ],
          },
        ),
        '4.2.2 (times)': notMet(
          'Times are unambiguous, for example in UTC.',
          'The audit log has the time of the study without an offset, as the specification asks. Zambia and South Africa have no summer time.',
        ),
        '4.2.3': met(
          'Data and metadata can be reviewed as planned.',
          'Lists show data problems, and each record leads to its history and accesses.',
          {
            tests: [
              'tests/integration/backend/derived.test.ts › are the same in SQL and in memory %s',
              'tests/loaders/record-pages.test.ts › leads to the history, for administrators also to the accesses, and is linked from its list',
            ],
          },
        ),
        '4.2.4': met(
          'Corrections are attributed to the person who made them.',
          'Each change names its user and time, and taking it back is a change of its own.',
          {
            tests: [
              'tests/integration/history/store.test.ts › a change has its values, its user and its request',
              'tests/routes/history.test.ts › shows a comparison first, and restores the value as a change of its own',
            ],
          },
        ),
        '4.2.5': met(
          'Data stays complete when it moves between systems.',
          'An export that is imported again changes nothing; databases are copied completely.',
          {
            tests: [
              'tests/integration/backend/import-round-trip.test.ts › changes nothing, whatever texts it holds, and a new host exports the same file from it',
              'tests/unit/export-files.test.ts › has the SHA-256 of its rows in the readme, as its reader can compute it',
              'tests/postgres/db-copy.test.ts › a panel on the copy keeps users signed in, and gives new records new ids',
            ],
          },
        ),
        '4.2.6': notMet(
          'Data is finalised before the analysis, and editing is then restricted.',
          '`RESEARCHERS_READ_ONLY` restricts researchers; the panel cannot freeze the data of a study.',
        ),
        '4.2.7': met(
          'Data can be retrieved, and unauthorised access is prevented.',
          'Backups are restored completely, and every page needs a session.',
          {
            tests: [
              'tests/operations/backup.test.ts › made during saves is complete: a restore brings back earlier saves, files and the audit trail',
              'tests/loaders/guards.test.ts › the loader of $name leads to the sign-in',
            ],
          },
        ),
        '4.2.8': notMet(
          'Data can be destroyed for good when it is no longer needed.',
          'Deleted records can be purged, and a participant can be erased everywhere. A remote API host keeps its own records.',
        ),
        '4.3.1': met(
          'There are procedures for the use of the system.',
          'The handbook of operations.',
          { sections: ['docs/operations.md#operations'], reviewed: REVIEWED },
        ),
        '4.3.2': notApplicable('Users are trained.', 'This is for the study to do.'),
        '4.3.3 (controls)': met(
          'Security controls are in force: users, passwords, updates, monitoring.',
          'See the ASVS above.',
          {
            tests: [
              'tests/routes/throttles.test.ts › ASVS 6.3.1: makes an account wait after five failures, also for the right password',
              'tests/unit/backend/passwords.test.ts › ASVS 6.2.4: a new password that attackers would guess first is refused',
              'tests/operations/health.test.ts › counts requests, calls to the host and failed sign-ins, and names nobody',
            ],
          },
        ),
        '4.3.3 (backup)': met(
          'Data is backed up, and backups are tested.',
          'Commands to back up and to restore, which check what they copy.',
          {
            tests: [
              'tests/operations/backup.test.ts › made during saves is complete: a restore brings back earlier saves, files and the audit trail',
            ],
            sections: ['docs/operations.md#backup', 'docs/operations.md#restore'],
            reviewed: REVIEWED,
          },
        ),
        '4.3.4': notMet(
          'The system is validated for its use, and the documents of this are kept.',
          'The tests compare the panel with the specification ([coverage.md](coverage.md)); a study has to plan, approve and document its own validation.',
        ),
        '4.3.5': notApplicable(
          'Versions are released to a site after its approvals.',
          'This is for the study to do.',
        ),
        '4.3.6': met(
          'There are procedures for failures of the system.',
          'What to do when something is wrong; and no acknowledged change is lost.',
          {
            tests: [
              'tests/operations/crash.test.ts › SIGKILL, repeatedly during saves and uploads: no acknowledged change is lost, and none is incomplete',
            ],
            sections: ['docs/operations.md#when-something-is-wrong'],
            reviewed: REVIEWED,
          },
        ),
        '4.3.7': notApplicable(
          'Users get technical support, and problems are followed up.',
          'This is for the study to do; pages give its addresses and the id of an error.',
        ),
        '4.3.8 (rights)': met(
          'Users have only the rights that they need, and an own account.',
          'Two roles, approval of new accounts, and audit entries with the user.',
          {
            tests: [
              'tests/routes/manage-users.test.ts › ASVS 8.2.1, 15.3.3: if only administrators manage users',
              'tests/routes/accounts.test.ts › makes the person wait for an administrator, who sees and activates the account',
            ],
            boundary: true,
          },
        ),
        '4.3.8 (review)': met(
          'It can be reviewed who has and had which rights.',
          'The list of users, and the entries of their changes.',
          {
            tests: [
              'tests/routes/security-events.test.ts › give the old and new role and status, no email address, and the approved user',
            ],
          },
        ),
      },
    },
  ],
};
