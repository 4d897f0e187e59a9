import { met } from '../declare';
import type { Group } from '../requirement';

const REVIEWED = '2026-11-26';

export const frontend: Group = {
  title: '3 Web frontend',
  requirements: {
    '3.2.1': met(
      'A response cannot be shown as something else than it is, such as an uploaded file as a page.',
      'Uploads have the type of their content, are sandboxed, and only images are shown.',
      {
        tests: [
          'tests/integration/backend/files.test.ts › is shown when it is an image and downloaded otherwise, and cannot run scripts',
          'tests/routes/gallery.test.ts › serves an image for display and any other file as a download, and neither can run anything',
        ],
        mutation: {
          file: 'backend/endpoints/uploads.ts',
          before: "const shown = isImageType(type) ? 'inline' : 'attachment';",
          after: "const shown = 'inline';",
        },
      },
    ),
    '3.2.2': met(
      'Text is put into pages as text, never as HTML.',
      'React renders all values as text; only the text editor’s library makes elements of HTML.',
      {
        tests: [
          'tests/unit/dangerous-functions.test.ts › the code puts no HTML into a page',
          'tests/contract/texts.test.ts › are saved as they are, and drawn as text, by the form of a $name',
        ],
      },
    ),
    '3.3.1': met(
      'Cookies are sent over https only, and their names say so.',
      'With an https address, all cookies are Secure, and their names begin with `__Host-`.',
      {
        tests: ['tests/routes/headers.test.ts › ASVS 3.3.1, 3.3.3: binds all cookies to this host'],
      },
    ),
    '3.3.2': met(
      'Cookies state with which requests of other sites they are sent.',
      'SameSite=Lax, and posts of other sites are refused too.',
      {
        tests: [
          'tests/loaders/session-limits.test.ts › the cookie of a session is hidden from scripts, and not sent with posts of other sites',
          'tests/routes/sessions.test.ts › ASVS 3.3.2, 3.3.4: is hidden from scripts and not sent with posts from other sites',
        ],
      },
    ),
    '3.3.3': met(
      'Cookies belong to this host alone.',
      'The prefix `__Host-` makes browsers enforce it.',
      {
        tests: ['tests/routes/headers.test.ts › ASVS 3.3.1, 3.3.3: binds all cookies to this host'],
      },
    ),
    '3.3.4': met('Scripts cannot read the session’s token.', 'HttpOnly; the token is in no page.', {
      tests: [
        'tests/loaders/session-limits.test.ts › the cookie of a session is hidden from scripts, and not sent with posts of other sites',
      ],
      mutation: {
        file: 'app/lib/session/session.server.ts',
        before: "{ httpOnly: true, path: '/', sameSite: 'lax'",
        after: "{ httpOnly: false, path: '/', sameSite: 'lax'",
      },
    }),
    '3.4.1': met(
      'Every response asks for https for a year, with all subdomains.',
      'When `PUBLIC_URL` is https, which operations need.',
      {
        tests: [
          'tests/unit/response-headers.test.ts › an https address asks browsers for https for a year, with subdomains',
          'tests/routes/headers.test.ts › ASVS 3.4.1: asks for https for a year, on pages, redirects and files',
        ],
        mutation: {
          file: 'server/headers.ts',
          before: 'max-age=31536000; includeSubDomains',
          after: 'max-age=300',
        },
      },
    ),
    '3.4.2': met('Other sites cannot read responses.', 'No response allows another origin.', {
      tests: ['tests/unit/response-headers.test.ts › no response allows another site to read it'],
    }),
    '3.4.3': met(
      'Every response has a content security policy that lets only trusted scripts run.',
      'Pages have one with a nonce, and all other responses one that lets nothing run. Browsers ignore policies of scripts and style sheets, which have none.',
      {
        tests: [
          'tests/routes/headers.test.ts › ASVS 3.4.3–3.4.6: %s runs its own scripts only and is framed by nobody',
          'tests/routes/headers.test.ts › ASVS 3.4.3, 3.4.4, 3.4.6: runs nothing of its own, is not guessed, and is framed by nobody',
        ],
      },
    ),
    '3.4.4': met(
      'Every response forbids browsers to guess its type.',
      '`X-Content-Type-Options: nosniff` on pages, redirects, files and refusals.',
      {
        tests: [
          'tests/routes/headers.test.ts › ASVS 3.4.3, 3.4.4, 3.4.6: runs nothing of its own, is not guessed, and is framed by nobody',
        ],
      },
    ),
    '3.4.5': met(
      'Addresses of the panel are not sent to other sites.',
      'Referrer-Policy: `no-referrer`, or `same-origin` for browsers without Sec-Fetch-Site.',
      {
        tests: [
          'tests/unit/response-headers.test.ts › a page sends its address to no other site',
          'tests/routes/headers.test.ts › ASVS 3.4.3–3.4.6: %s runs its own scripts only and is framed by nobody',
        ],
      },
    ),
    '3.4.6': met(
      'No other site can show a response in a frame.',
      '`frame-ancestors` in the policy of every response that a browser can show.',
      {
        tests: [
          'tests/routes/headers.test.ts › ASVS 3.4.3–3.4.6: %s runs its own scripts only and is framed by nobody',
          'tests/routes/headers.test.ts › ASVS 3.4.3, 3.4.4, 3.4.6: runs nothing of its own, is not guessed, and is framed by nobody',
        ],
      },
    ),
    '3.5.1': met(
      'Requests of other sites cannot change anything.',
      'Origin and Sec-Fetch-Site are checked before every post.',
      {
        tests: [
          'tests/loaders/guards.test.ts › is refused by the action of $name',
          'tests/routes/never.test.ts › ASVS 3.5.1: a post of another site changes nothing',
        ],
        mutation: {
          file: 'app/lib/session/foreign-post.ts',
          before: "if (site === 'cross-site' || site === 'same-site') return true;",
          after: 'return false;',
        },
      },
    ),
    '3.5.2': met(
      'Requests that browsers send without asking first are checked as well.',
      'The check does not rely on preflight requests: every post must come from the panel.',
      { tests: ['tests/loaders/guards.test.ts › is refused by the action of $name'] },
    ),
    '3.5.3': met(
      'Reading methods change nothing.',
      'Only POST changes data; routes without an action refuse it.',
      {
        tests: [
          'tests/routes/guards.test.ts › every action leads to the sign-in, and routes without an action answer 405',
          'tests/routes/guards.test.ts › of another method is not allowed',
        ],
      },
    ),
    '3.5.4': met(
      'Different applications have different host names.',
      'The panel is alone on its host name; a remote API host has its own.',
      { sections: ['docs/operations.md#the-proxy'], reviewed: REVIEWED },
    ),
    '3.5.5': met(
      'Messages between windows are accepted from trusted origins only.',
      'Only tabs of the panel tell each other to lock, by a channel that browsers restrict to the origin.',
      {
        tests: [
          'tests/unit/dangerous-functions.test.ts › no script listens to messages of other windows',
          'tests/e2e/lock.script.spec.ts › the other tabs lock at once, and keep what is typed',
        ],
      },
    ),
    '3.7.1': met(
      'Only client technologies are used that browsers still support.',
      'HTML, CSS and script, and every screen works without script.',
      {
        tests: [
          'tests/routes/old-browsers.test.ts › every script has the syntax of 2020, and calls only functions that exist there or are polyfilled',
          'tests/routes/light-pages.test.ts › has the same content as a light page, except for scripts',
        ],
      },
    ),
    '3.7.2': met(
      'Redirects lead to other sites only if these are allowed.',
      'Return addresses are used only if they are paths of this panel.',
      {
        tests: [
          'tests/loaders/lock.test.ts › is never sent to another site by the page that unlocks',
          'tests/routes/never.test.ts › ASVS 3.7.2: %j leads to no other site, at sign-in and after a menu change',
        ],
        mutation: {
          file: 'app/lib/addresses/return-path.server.ts',
          before: "return path.success ? path.data : '/home';",
          after: "return raw ?? '/home';",
        },
      },
    ),
  },
};
