import type { Anchor } from '../build-page';
import { met, notApplicable, notMet } from '../declare';

/** The conditions of South Africa’s act that concern software. */
export const popia: Anchor = {
  title: 'South Africa, Protection of Personal Information Act (POPIA)',
  about:
    'The conditions that software can help to meet. The study is the responsible party. The numbers are sections of the act.',
  groups: [
    {
      title: 'Act',
      requirements: {
        '§ 10': met(
          'Processing is limited to what its purpose needs.',
          'Exports are pseudonymised unless a user gives a reason, and `MASK_IDENTIFIERS` masks numbers and dates of birth.',
          {
            tests: [
              'tests/loaders/pseudonymised-exports.test.ts › is what a form without a choice asks for',
              'tests/loaders/pseudonymised-exports.test.ts › has nothing of the values that identify people, in any format',
              'tests/operations/linkage.test.ts › finds in pseudonymised files no more people than by guessing within an age band',
            ],
          },
        ),
        '§ 11': met(
          'A person can object or withdraw their consent.',
          'Participants tell the study, whose administrators withdraw them.',
          {
            tests: [
              'tests/integration/withdrawal.test.ts › a withdrawn participant is left out until it is taken back',
            ],
          },
        ),
        '§ 14': notMet(
          'Records are stored no longer than needed, and then destroyed beyond recovery.',
          'Deleted records are purged after `BIN_DAYS`, but records have no period of retention, and a remote API host keeps the records of an erased participant.',
        ),
        '§ 16': met(
          'Information is complete, accurate and updated.',
          'Values are checked, problems are named, and changes by others are not overwritten.',
          {
            tests: [
              'tests/integration/backend/records.test.ts › refuses a form with a field missing, too long, repeated or not storable',
              'tests/contract/lost-updates.test.ts › is not overwritten: the page shows both values of each changed field',
            ],
          },
        ),
        '§ 17': met(
          'Processing is documented.',
          'The audit log has views, changes, exports and imports.',
          {
            tests: [
              'tests/routes/audit.test.ts › the view of every screen of the menu, and of screens below these',
              'tests/routes/audit.test.ts › an add, an update, a delete and an export',
            ],
          },
        ),
        '§ 18': notApplicable(
          'People are told what is collected, and why.',
          'The study does so when it asks for consent.',
        ),
        '§ 19 (1)': met(
          'Loss, damage and unlawful access are prevented by reasonable measures.',
          'Sign-in, roles, encryption of copies, backups and logs.',
          {
            tests: [
              'tests/loaders/guards.test.ts › the loader of $name leads to the sign-in',
              'tests/loaders/guards.test.ts › is refused by the action of $name',
              'tests/operations/backup.test.ts › made during saves is complete: a restore brings back earlier saves, files and the audit trail',
            ],
            boundary: true,
          },
        ),
        '§ 19 (2)': met(
          'Risks are identified, and safeguards are verified regularly.',
          'Each requirement of this page names its test, and mutations show that the tests notice a missing safeguard.',
          {
            tests: ['tests/unit/trust.test.ts › name tests that exist'],
          },
        ),
        '§ 20': notApplicable(
          'Operators act only with the knowledge of the responsible party.',
          'This is for agreements of the study.',
        ),
        '§ 21': notApplicable(
          'Agreements bind operators to the safeguards.',
          'This is for agreements of the study.',
        ),
        '§ 22': met(
          'A compromise is notified, with what was affected.',
          'The access log shows who has received which records; the study notifies.',
          {
            tests: [
              'tests/routes/access-log.test.ts › lists who saw a participant, when and where, from the page of the participant',
              'tests/routes/access-log.test.ts › lists what a user saw, narrows it by kind, record and time, and exports it',
            ],
          },
        ),
        '§ 23': met(
          'A person can get the record of the information about them, and who has had access.',
          'Administrators write a file with all data of a participant, also with the accesses to them.',
          {
            tests: [
              'tests/loaders/erasure.test.ts › all data of a participant need a reason, and are a file that nothing stores',
            ],
          },
        ),
        '§ 24 (correct)': met(
          'Wrong information is corrected.',
          'By form or import, with a history.',
          {
            tests: [
              'tests/routes/import-history.test.ts › has the import and a later save as two changes, and both can be taken back',
            ],
          },
        ),
        '§ 24 (delete)': met(
          'Information that may no longer be held is destroyed or deleted.',
          'Administrators erase a participant everywhere that the panel reaches. A certificate names what it cannot reach.',
          {
            tests: [
              'tests/operations/erasure.test.ts › an erasure leaves nothing in any table and any file, and the chains still verify',
            ],
          },
        ),
        '§ 26–27, 32': notApplicable(
          'Health and sex life are processed only by those who are allowed, in confidence.',
          'Research with consent or a public interest is for the study to establish.',
        ),
        '§ 34–35': notApplicable(
          'Information about children needs the consent of a competent person.',
          'The study asks for it before a participant is in the panel.',
        ),
        '§ 72': notApplicable(
          'Information leaves the country only under conditions.',
          'The study chooses the server and decides about Firebase.',
        ),
      },
    },
  ],
};
