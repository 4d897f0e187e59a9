import { met, notMet } from '../declare';
import type { Group } from '../requirement';

const REVIEWED = '2026-11-26';
const LIMITS = 'tests/loaders/session-limits.test.ts';

export const dataProtection: Group = {
  title: '14 Data protection',
  requirements: {
    '14.1.1': met(
      'Sensitive data is identified, in levels of protection.',
      'Each field declares whether it identifies a person.',
      {
        tests: [
          'tests/unit/entities.test.ts › every field declares whether it identifies a person',
        ],
        sections: ['docs/security.md#levels-of-protection'],
        reviewed: REVIEWED,
      },
    ),
    '14.1.2': met(
      'Documentation says how each level is protected.',
      'A table of levels: encryption, logs, addresses, exports and retention.',
      { sections: ['docs/security.md#levels-of-protection'], reviewed: REVIEWED },
    ),
    '14.2.1': met(
      'Addresses contain nothing sensitive.',
      'Filters and searches that identify people are posted; ids of participants and phones are encrypted.',
      {
        tests: [
          'tests/loaders/filters.test.ts › keeps filters that identify people out of the address',
          'tests/loaders/typed-numbers.test.ts › is not repeated in a title, a redirect or an audit entry: %s',
          'tests/routes/addresses-walk.test.ts › no address, Referer, title, cookie, log line or metric of the panel contains a value that identifies a person',
        ],
        mutation: {
          file: 'app/lib/entities/hidden-filters.ts',
          before: 'if (isIdentifying(column, value)) return true;',
          after: '',
        },
      },
    ),
    '14.2.2': notMet(
      'Servers do not keep sensitive data in caches.',
      'The panel keeps whole lists of some hosts in memory as long as the host says that they are unchanged; `LIST_CACHE_MB=0` turns this off.',
    ),
    '14.2.3': met(
      'Sensitive data is not sent to others, such as trackers.',
      'Pages load nothing from other sites.',
      {
        tests: [
          'tests/unit/response-headers.test.ts › a page runs only scripts with its nonce, and is framed by nobody',
          'tests/routes/headers.test.ts › ASVS 3.4.3–3.4.6: %s runs its own scripts only and is framed by nobody',
        ],
        mutation: {
          file: 'app/lib/uploads/page-headers.server.ts',
          before: '"default-src \'none\'",',
          after: '"default-src *",',
        },
      },
    ),
    '14.2.4': met(
      'Each level is protected as documented.',
      'Stored copies are encrypted, logs name nobody, and accesses are logged.',
      {
        tests: [
          'tests/integration/history/store.test.ts › neither numbers nor names are stored as text, pending or not',
          'tests/loaders/export-files.test.ts › is stored encrypted',
          'tests/loaders/access-log.test.ts › is stored once, and not in plain text, and accesses refer to it by one number',
          'tests/routes/never.test.ts › ASVS 16.2.5: logs no password, token, cookie, name or message, whatever goes wrong',
        ],
      },
    ),
    '14.3.1': met(
      'The browser keeps nothing of a session after its end.',
      'No page is stored, and `Clear-Site-Data` empties the storage at sign-out.',
      {
        tests: [
          `${LIMITS} › a cookie opens nothing after its user has signed out`,
          'tests/routes/sessions.test.ts › ASVS 14.3.1: clears the browser’s storage at sign-out',
        ],
      },
    ),
    '14.3.2': met(
      'Browsers are told not to store sensitive responses.',
      '`no-store` on pages, data and exports.',
      {
        tests: [
          'tests/unit/response-headers.test.ts › a page states its type and character set, and is never stored',
          'tests/routes/headers.test.ts › ASVS 14.3.2: is never cached for a signed-in user, and neither are its data and an export',
        ],
        mutation: {
          file: 'app/lib/uploads/page-headers.server.ts',
          before: "headers.set('Cache-Control', 'no-store');",
          after: "headers.set('Cache-Control', 'private, max-age=600');",
        },
      },
    ),
    '14.3.3': met(
      'The browser’s storage has nothing sensitive.',
      'Scripts store only choices such as folded groups.',
      {
        tests: [
          'tests/e2e/lock.script.spec.ts › screens and forms store nothing in the browser that names a person',
          'tests/e2e/identifying.spec.ts › no address, header, title, message or storage of a browser names a person',
        ],
      },
    ),
  },
};
