import type { Anchor } from '../build-page';
import { met, notApplicable, notMet } from '../declare';

/**
 * The duties of Zambia’s act that concern software. Only sections whose number could be looked up are named by number.
 */
export const zambia: Anchor = {
  title: 'Zambia, Data Protection Act 2021 (No. 3 of 2021)',
  about:
    'The duties that software can help to meet. The study is the data controller, and needs consent, a registration and\nagreements. The numbers are sections of the act; “breach” stands for the duty to notify, whose number was not looked up.',
  groups: [
    {
      title: 'Act',
      requirements: {
        '§ 12 (confidentiality)': met(
          'Personal data is secure against unauthorised use, loss and damage.',
          'Sign-in, roles, encryption of copies, logs and backups.',
          {
            tests: [
              'tests/loaders/guards.test.ts › the loader of $name leads to the sign-in',
              'tests/integration/history/store.test.ts › neither numbers nor names are stored as text, pending or not',
              'tests/operations/backup.test.ts › made during saves is complete: a restore brings back earlier saves, files and the audit trail',
            ],
            boundary: true,
          },
        ),
        '§ 12 (minimisation)': met(
          'Only the data that a purpose needs is used.',
          'Exports are pseudonymised unless a user gives a reason, which is logged.',
          {
            tests: [
              'tests/loaders/pseudonymised-exports.test.ts › is what a form without a choice asks for',
              'tests/loaders/pseudonymised-exports.test.ts › has nothing of the values that identify people, in any format',
              'tests/operations/linkage.test.ts › finds in pseudonymised files no more people than by guessing within an age band',
            ],
          },
        ),
        '§ 12 (accuracy)': met(
          'Data is accurate, and errors are corrected.',
          'Values are checked, problems are named, and corrections are recorded.',
          {
            tests: [
              'tests/integration/backend/derived.test.ts › are the same in SQL and in memory %s',
              'tests/integration/history/store.test.ts › a change has its values, its user and its request',
            ],
          },
        ),
        '§ 12 (storage)': notMet(
          'Data that identifies people is stored no longer than needed.',
          'Accesses, deleted records and copies expire; records themselves have no period of retention.',
        ),
        '§ 14': notMet(
          'Sensitive data, such as health, has special protection.',
          'It is in the panel without a second factor unless `REQUIRE_SECOND_FACTOR` is set, and without masking unless `MASK_IDENTIFIERS` is.',
        ),
        '§ 15': notMet(
          'Consent can be withdrawn as easily as it was given.',
          'Participants have no access to the panel: they tell the study, whose administrators withdraw them.',
        ),
        '§ 16': notApplicable(
          'Data is collected from the person, for a stated purpose.',
          'The apps collect it; the panel shows it.',
        ),
        '§ 17': notApplicable(
          'Data of children needs the consent of a parent or guardian.',
          'The study asks for consent before a participant is in the panel.',
        ),
        '§ 58–65 (access)': met(
          'A person can get a copy of the data about them.',
          'Administrators write a file with all data of a participant.',
          {
            tests: [
              'tests/loaders/erasure.test.ts › all data of a participant need a reason, and are a file that nothing stores',
            ],
          },
        ),
        '§ 58–65 (correction)': met(
          'Wrong data about a person is corrected.',
          'Administrators correct records by form or import; participants’ own answers are corrected by import.',
          {
            tests: [
              'tests/routes/import-history.test.ts › has the import and a later save as two changes, and both can be taken back',
            ],
          },
        ),
        '§ 58–65 (erasure)': notMet(
          'Data about a person is erased when they may ask for it.',
          'A participant can be erased everywhere that the panel reaches. A remote API host keeps its own records.',
        ),
        '§ 58–65 (restriction)': met(
          'A person can restrict the use of their data, or object to it.',
          'Participants tell the study, whose administrators withdraw them: lists, figures and exports leave them out.',
          {
            tests: [
              'tests/integration/withdrawal.test.ts › a withdrawn participant is left out until it is taken back',
            ],
          },
        ),
        '§ 58–65 (portability)': notMet(
          'A person gets their data in a form that programs can read.',
          'Lists are exported as CSV and JSON. The file with all data of one participant is a page to read, which programs cannot take apart.',
        ),
        '§ 70': notApplicable(
          'Data is stored on servers in Zambia.',
          'The study chooses the server: the panel needs no service outside it. Firebase, if it is set up, is outside.',
        ),
        '§ 71': notApplicable(
          'Data leaves Zambia only under conditions.',
          'The study decides; the panel sends data only to the addresses of its settings.',
        ),
        breach: met(
          'The commissioner is notified of a breach within 24 hours.',
          'The access log and the audit log show what was seen and changed; the study notifies.',
          {
            tests: [
              'tests/routes/access-log.test.ts › lists who saw a participant, when and where, from the page of the participant',
              'tests/routes/access-log.test.ts › lists what a user saw, narrows it by kind, record and time, and exports it',
            ],
            sections: ['SECURITY.md#if-an-installation-may-have-been-attacked'],
            reviewed: '2026-11-26',
          },
        ),
      },
    },
  ],
};
