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
        'no access': notMet(
          'A user can be kept from exporting at all.',
          'Every user may export the lists that they may see.',
        ),
        'de-identified': notMet(
          'A user can be limited to exports without identifiers, free text and real dates.',
          'Exports are pseudonymised by default, but nothing limits a user to this.',
        ),
        'no identifiers': notMet(
          'A user can be limited to exports without the fields that are marked as identifying.',
          'Fields are marked, and columns can be left out, but nothing limits a user to this.',
        ),
        full: notMet(
          'Only chosen users may export everything.',
          'Every user may, with a reason and a new proof of identity.',
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
