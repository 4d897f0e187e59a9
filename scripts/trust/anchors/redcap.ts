import type { Anchor } from '../build-page';
import { met, notMet } from '../declare';

/** The rights to export data that REDCap has, which researchers know. */
export const redcap: Anchor = {
  title: 'REDCap’s rights to export',
  about: 'What researchers know from REDCap about who may export what.',
  groups: [
    {
      title: 'Rights',
      requirements: {
        'no access': met(
          'A user can be kept from exporting at all.',
          '`RESEARCHERS_EXPORT=off` does this for researchers.',
          {
            boundary: true,
            tests: [
              'tests/loaders/export-rights.test.ts › is refused every list, every summary, and files that were made before',
              'tests/loaders/export-rights.test.ts › is named in the audit log',
            ],
          },
        ),
        'de-identified': met(
          'A user can be limited to exports without identifiers, free text and real dates.',
          '`RESEARCHERS_EXPORT=pseudonymised` does this for researchers.',
          {
            boundary: true,
            tests: [
              'tests/loaders/export-rights.test.ts › is refused full files and free text, also files that were made before',
              'tests/loaders/export-rights.test.ts › has no other choice, and gets the pseudonymised file',
            ],
          },
        ),
        'no identifiers': notMet(
          'A user can be limited to exports without the fields that are marked as identifying.',
          'Fields are marked, and columns can be left out. A user can be limited to pseudonymised files, which also shift dates, but not to this.',
        ),
        full: met(
          'Only chosen users may export everything.',
          '`RESEARCHERS_EXPORT` limits this to administrators, who need a reason and a new proof of identity.',
          {
            boundary: true,
            tests: [
              'tests/loaders/export-rights.test.ts › is refused full files and free text, also files that were made before',
              'tests/loaders/export-rights.test.ts › does not keep an administrator from exporting',
            ],
          },
        ),
        logged: met(
          'Each export is logged, with who and what.',
          'Rows, columns, filters, the id and the SHA-256 of the file, and each download.',
          {
            tests: [
              'tests/loaders/export-files.test.ts › is in the audit log with its SHA-256, and so is each download',
              'tests/routes/security-events.test.ts › is stored before the file is sent, or else no file is sent',
            ],
          },
        ),
      },
    },
  ],
};
