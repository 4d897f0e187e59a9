import { met, notMet } from '../declare';
import type { Group } from '../requirement';

const REVIEWED = '2026-11-26';
const DECLARED = 'tests/unit/form-reader/declared.test.ts';

export const architecture: Group = {
  title: '15 Secure coding and architecture',
  requirements: {
    '15.1.1': met(
      'Documentation states in which time vulnerable and old packages are updated.',
      'Times by severity, in the recipe for updates.',
      { sections: ['CONTRIBUTING.md#recipe-an-update-of-packages'], reviewed: REVIEWED },
    ),
    '15.1.2': met(
      'There is a list of all packages, from known places.',
      'The build makes a list in the CycloneDX format; the lock file has a checksum of each package.',
      {
        tests: [
          'tests/integration/sbom.test.ts › the list of packages has every package of production, with version, licence and purl',
          'tests/unit/licences.test.ts › docs/licences.md is up to date: run `npm run licences` after a change of the packages',
        ],
      },
    ),
    '15.1.3': met(
      'Documentation names costly functions, and how their use is limited.',
      'Limits, and measured times.',
      {
        sections: ['docs/operations.md#limits', 'docs/performance.md#performance'],
        reviewed: REVIEWED,
      },
    ),
    '15.2.1': notMet(
      'No package is older or more vulnerable than the documented times allow.',
      '`npm run audit:packages` asks the registry, but `npm test` does not, because mirrors often offer no audit. No recorded run shows the answer.',
    ),
    '15.2.2': met(
      'Costly functions cannot make the panel unavailable.',
      'Requests wait in turn; imports, exports and long queries run on threads or in parts.',
      {
        tests: [
          'tests/operations/load.test.ts › new connections are served in their turn, however busy others keep the panel',
          'tests/integration/backend/long-reads.test.ts › short queries are answered while long ones run',
          'tests/integration/backend/imports.test.ts › whose thread has too little memory is refused with a message, and the next import succeeds',
        ],
      },
    ),
    '15.2.3': notMet(
      'Production has no code for tests, samples or development.',
      'The build contains the demo study and a page for benchmarks; both are off unless a setting turns them on.',
    ),
    '15.3.1': met(
      'Only the fields that are needed leave the server.',
      'Lists give the chosen columns; password hashes are in no answer.',
      {
        tests: [
          'tests/integration/backend/lists.test.ts › gives the requested columns and the key, and nothing else',
          'tests/unit/user.test.ts › does not contain fields that the panel does not declare',
          'tests/integration/backend/bin.test.ts › never sends the rows that it stores',
        ],
        mutation: {
          file: 'backend/lists/lists.ts',
          before: 'const shown = buildSelection(table, query.cols);\n  const ordered',
          after: 'const shown = buildSelection(table, undefined);\n  const ordered',
        },
      },
    ),
    '15.3.2': met('Calls of the server do not follow redirects.', 'Nor do uploads.', {
      tests: [
        'tests/contract/refusals.test.ts › is not followed for any call: %i',
        'tests/contract/refusals.test.ts › is not followed for uploads and push messages either, and makes the panel not ready',
      ],
    }),
    '15.3.3': met(
      'A form can write only the fields that it has.',
      'Only declared fields are read and sent on.',
      {
        tests: [
          `${DECLARED} › are the only fields that are selected, whatever is sent`,
          'tests/routes/never.test.ts › ASVS 15.3.3: a field that the form does not have is not passed on',
          'tests/routes/never.test.ts › ASVS 15.3.3: nobody makes themselves an administrator, or active, at sign-up',
        ],
        mutation: {
          file: 'shared/form-reader/declared.ts',
          before: 'if (!fields.includes(field)) continue;',
          after: '',
        },
      },
    ),
    '15.3.4': met(
      'The client’s address is known reliably behind proxies.',
      'TRUST_PROXY names them; an IPv6 network counts as one address.',
      {
        tests: [
          'tests/routes/throttles.test.ts › ASVS 15.3.4: does not trust the addresses that a client itself puts into X-Forwarded-For',
          'tests/routes/throttles.test.ts › counts all invalid addresses that a proxy passes on as one address, and leaves out ports',
        ],
      },
    ),
    '15.3.5': met(
      'The types of values are checked.',
      'Zod at every border, and TypeScript in strict mode.',
      {
        tests: [
          'tests/unit/user.test.ts › is nobody if the row is %j',
          'tests/unit/values.test.ts › %j is not a number',
        ],
      },
    ),
    '15.3.6': met(
      'Input cannot change the prototypes of objects.',
      'Names are looked up with Object.hasOwn or in maps.',
      {
        tests: [
          'tests/unit/import/json-rows.test.ts › reads a key __proto__ as any other key',
          'tests/integration/backend/lists.test.ts › ignores parameters with unknown names or invalid values, and never puts a name into SQL',
        ],
      },
    ),
    '15.3.7': met(
      'A parameter that is sent twice confuses nothing.',
      'A repeated field is refused; of a repeated parameter, the first is read.',
      {
        tests: [`${DECLARED} › cannot be sent twice, nor both as a text and as rows`],
        mutation: {
          file: 'shared/form-reader/declared.ts',
          before: 'if (sent.has(name)) throw makeMalformedError();',
          after: '',
        },
      },
    ),
  },
};
