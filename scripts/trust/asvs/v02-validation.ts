import { met } from '../declare';
import type { Group } from '../requirement';

const REVIEWED = '2026-11-26';

export const validation: Group = {
  title: '2 Validation and business logic',
  requirements: {
    '2.1.1': met(
      'Documentation says what valid input is.',
      'Each field has a kind, limits and messages.',
      {
        sections: [
          'docs/spec/product-spec.md#3-entities-and-fields',
          'docs/spec/product-spec.md#5-validation',
        ],
        reviewed: REVIEWED,
      },
    ),
    '2.1.2': met(
      'Documentation says which values must fit each other.',
      'The rules about several fields stand with the rules of their form.',
      { sections: ['docs/spec/product-spec.md#5-validation'], reviewed: REVIEWED },
    ),
    '2.1.3': met(
      'Documentation states the limits of use, for one user and for all.',
      'A table states each limit and what happens beyond it.',
      {
        sections: ['docs/operations.md#limits', 'docs/security.md#throttling'],
        reviewed: REVIEWED,
      },
    ),
    '2.2.1': met(
      'Input is compared with what is allowed: kinds, choices, lengths and ranges.',
      'The declaration of a list is its list of allowed parameters; zod schemas check forms.',
      {
        tests: [
          'tests/unit/grammar.test.ts › drops %s and names it',
          'tests/unit/limits.test.ts › has the same limit for $label as the embedded host',
        ],
      },
    ),
    '2.2.2': met(
      'The server checks input; checks in the browser are only a help.',
      'The forms work without script, and the host checks each field again.',
      {
        tests: [
          'tests/integration/backend/records.test.ts › refuses a form with a field missing, too long, repeated or not storable',
          'tests/loaders/countries.test.ts › answers 400 with everything that was typed, when a field is missing',
        ],
        mutation: {
          file: 'backend/endpoints/records.ts',
          before: `const form = (adding ? schemas.add : schemas.change).safeParse(fields);
    if (!form.success) return refused(getFirstProblem(form.error));`,
          after: `const known = Object.entries(fields).filter(([name]) => rules.parameters[name]);
    const form = { data: Object.fromEntries(known) };`,
        },
      },
    ),
    '2.2.3': met(
      'Values that belong together are checked together.',
      'Rows of an import, facilities’ coordinates, and content and type of a resource are.',
      {
        tests: [
          'tests/integration/backend/records.test.ts › refuses coordinates out of range, and content that is too long',
          'tests/integration/backend/import.test.ts › may be one whose ID and study number belong to different records',
        ],
      },
    ),
    '2.3.1': met(
      'The steps of a process cannot be skipped or taken in another order.',
      'The code of the second factor needs the password first; imports and bulk actions need their check.',
      {
        tests: [
          'tests/loaders/second-factor.test.ts › needs the password first',
          'tests/loaders/second-factor.test.ts › refuses the code five minutes after the password',
          'tests/loaders/bulk.test.ts › is shown neither to another user, nor under another entity or token',
        ],
        mutation: {
          file: 'app/lib/factor/complete-sign-in.server.ts',
          before: "if (!pending) throw redirect('/login');",
          after: "if (!pending) throw redirect('/home');",
        },
      },
    ),
    '2.3.2': met(
      'The documented limits of use are enforced.',
      'Rows of bulk actions, files, views and searches have limits.',
      {
        tests: [
          'tests/loaders/bulk.test.ts › by a filter is refused beyond the limit, and if the filter has expired or is unknown',
          'tests/loaders/export-files.test.ts › is refused beyond three that are being made, until one is ready',
        ],
      },
    ),
    '2.3.3': met(
      'A change is made completely or not at all.',
      'A change and its audit entry are one transaction.',
      {
        tests: [
          'tests/integration/backend/changes.test.ts › is a part of the change: if the entry cannot be written, the change is undone',
          'tests/operations/crash.test.ts › SIGKILL, repeatedly during saves and uploads: no acknowledged change is lost, and none is incomplete',
        ],
      },
    ),
    '2.3.4': met(
      'Locks prevent that two users get the same thing or overwrite each other.',
      'Unique names, ids and locks of records hold across processes.',
      {
        tests: [
          'tests/integration/backend/records.test.ts › refuses a name that exists, whatever its case, but not the record’s own',
          'tests/contract/lost-updates.test.ts › is not overwritten: the page shows both values of each changed field',
          'tests/loaders/claims.test.ts › a form is saved once, also when it is posted again within a day',
        ],
      },
    ),
    '2.4.1': met(
      'Automated use cannot exhaust the panel or take everything out.',
      'Sign-ins, sign-ups, searches, exports and requests are limited.',
      {
        tests: [
          'tests/loaders/search.test.ts › is refused with 429 if too many searches of the user are running, and keeps its text',
          'tests/operations/load.test.ts › overload: requests beyond the number that may wait get a page at once, which asks to reload later',
        ],
      },
    ),
  },
};
