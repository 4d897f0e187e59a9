import { met, notApplicable } from '../declare';
import type { Group } from '../requirement';

const REVIEWED = '2026-11-26';

export const authorization: Group = {
  title: '8 Authorization',
  requirements: {
    '8.1.1': met(
      'Documentation says who may use which function and see which data.',
      'Two roles; settings restrict researchers.',
      {
        sections: ['docs/security.md#roles', 'docs/spec/product-spec.md#6-roles-and-permissions'],
        reviewed: REVIEWED,
      },
    ),
    '8.1.2': met(
      'Documentation says who may read and write which fields.',
      'All roles read all declared fields; forms write declared fields, and nobody their own role.',
      { sections: ['docs/security.md#roles'], reviewed: REVIEWED },
    ),
    '8.2.1': met(
      'Functions are open only to those who may use them.',
      'Guards open every loader and action; one module decides what a role may do.',
      {
        tests: [
          'tests/loaders/countries.test.ts › cannot be sent by a read-only role',
          'tests/routes/read-only.test.ts › ASVS 8.2.1: a researcher, while RESEARCHERS_READ_ONLY is on,',
          'tests/routes/manage-users.test.ts › ASVS 8.2.1, 15.3.3: if only administrators manage users',
        ],
        boundary: true,
        mutation: {
          file: 'app/lib/session/guard.server.ts',
          before: 'if (write && isPost(request) && !mayWrite(user)) {',
          after: 'if (write && isPost(request) && !user) {',
        },
      },
    ),
    '8.2.2': met(
      'Nobody reaches the data of somebody else by its id.',
      'Files, views, searches, drafts, imports and sessions belong to their user.',
      {
        tests: [
          'tests/loaders/search.test.ts › is shown only to its user',
          'tests/loaders/export-files.test.ts › belongs to its user alone',
          'tests/routes/sessions.test.ts › ASVS 8.2.2: never shows or ends another user’s session',
        ],
        mutation: {
          file: 'app/lib/list/views.server.ts',
          before:
            ".where((or) => or.or([or('owner', '=', owner), or('list_digest', 'in', shared)]))",
          after: '',
        },
      },
    ),
    '8.2.3': met(
      'Nobody reads or writes a field that they may not.',
      'Lists give declared columns; while only administrators manage users, nobody changes their own role.',
      {
        tests: [
          'tests/integration/backend/user-rights.test.ts › administrators may change others, and everything of their own account but role and status',
          'tests/integration/backend/lists.test.ts › gives the requested columns and the key, and nothing else',
        ],
        boundary: true,
        mutation: {
          file: 'backend/endpoints/user-rights.ts',
          before: 'return isOwn && !isSame ? ownRole : undefined;',
          after: 'return undefined;',
        },
      },
    ),
    '8.3.1': met(
      'The server enforces the rules, not the browser.',
      'The panel and, for users, the host again.',
      {
        tests: [
          'tests/integration/backend/user-rights.test.ts › nothing is changed in the name of %j',
          'tests/loaders/bulk.test.ts › of users is refused to a researcher if only administrators manage users',
        ],
        boundary: true,
        mutation: {
          file: 'backend/endpoints/user-rights.ts',
          before: 'if (!acting) return onlyAdministrators;',
          after: 'if (!acting) return undefined;',
        },
      },
    ),
    '8.4.1': notApplicable('Tenants are kept apart.', 'An installation serves one study.'),
  },
};
