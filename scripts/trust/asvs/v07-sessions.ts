import { allNotApplicable, met, notApplicable, notMet } from '../declare';
import type { Group } from '../requirement';

const REVIEWED = '2026-11-26';
const LIMITS = 'tests/loaders/session-limits.test.ts';
const SESSIONS = 'tests/routes/sessions.test.ts';
const FACTOR = 'tests/loaders/second-factor.test.ts';

export const sessions: Group = {
  title: '7 Sessions',
  requirements: {
    '7.1.1': met(
      'Documentation states after which times sessions end, and why.',
      '30 minutes without use and 12 hours in all, which are the limits of NIST SP 800-63B for AAL2.',
      { sections: ['docs/security.md#sessions'], reviewed: REVIEWED },
    ),
    '7.1.2': met(
      'Documentation says how many sessions a user may have at once.',
      'Any number; users see and end them.',
      { sections: ['docs/security.md#sessions'], reviewed: REVIEWED },
    ),
    '7.1.3': notApplicable(
      'Documentation covers the systems that share sessions.',
      'There is no single sign-on.',
    ),
    '7.2.1': met('The server checks the tokens of sessions.', 'Each request, in the store.', {
      tests: [
        'tests/loaders/guards.test.ts › the loader of $name leads to the sign-in',
        'tests/loaders/guards.test.ts › the action of $name leads to the sign-in',
      ],
    }),
    '7.2.2': met('Tokens are made for each session.', 'A new random token at each sign-in.', {
      tests: [
        `${LIMITS} › each session has another token of 256 bits, of which the store has only the hash`,
      ],
    }),
    '7.2.3': met('Tokens have at least 128 random bits.', '256 random bits.', {
      tests: [
        `${LIMITS} › each session has another token of 256 bits, of which the store has only the hash`,
        `${SESSIONS} › ASVS 7.2.2, 7.2.3: is a random token, which is not in the store`,
      ],
    }),
    '7.2.4': met(
      'Signing in starts a new session and ends the one before.',
      'The token of the browser is replaced, also after the second factor.',
      {
        tests: [
          `${FACTOR} › accepts a code once, and starts another session`,
          `${SESSIONS} › ASVS 7.2.4: changes at sign-in, and the earlier cookie opens nothing`,
        ],
        mutation: {
          file: 'app/lib/auth/start-session.server.ts',
          before:
            "const session = await sessionStorage.getSession();\n  session.set('user', user);",
          after: "const session = await readSession(request);\n  session.set('user', user);",
        },
      },
    ),
    '7.3.1': met('Unused sessions end.', 'After 30 minutes.', {
      tests: [
        `${LIMITS} › a session ends after 30 minutes without use`,
        `${SESSIONS} › ASVS 7.3.1: comes after 30 minutes without use, and is postponed by use`,
      ],
      mutation: {
        file: 'app/lib/session/live-sessions.server.ts',
        before: ".where('seen_at', '>=', now - idleMs)",
        after: '',
      },
    }),
    '7.3.2': met('Sessions end after a time in any case.', 'After 12 hours.', {
      tests: [
        `${LIMITS} › a session ends after 12 hours in any case`,
        `${SESSIONS} › ASVS 7.3.2: comes after 12 hours in any case`,
      ],
      mutation: {
        file: 'app/lib/session/live-sessions.server.ts',
        before: ".where('created_at', '>=', now - lifetimeMs)",
        after: '',
      },
    }),
    '7.4.1': met('An ended session cannot be used.', 'It is deleted on the server.', {
      tests: [
        `${LIMITS} › a cookie opens nothing after its user has signed out`,
        'tests/contract/sign-in.test.ts › ends the session on the server at sign-out: the old cookie opens nothing',
      ],
    }),
    '7.4.2': met(
      'Sessions of disabled and deleted users end.',
      'At once by the panel, else within SESSION_RECHECK_SECONDS.',
      {
        tests: [
          `${SESSIONS} › ASVS 7.4.2: comes at once when the user is disabled or deleted`,
          `${SESSIONS} › comes at the next check when another program has disabled the user`,
        ],
      },
    ),
    '7.4.3': met(
      'A changed password ends the other sessions.',
      'Always; by link and in the profile.',
      {
        tests: [
          'tests/routes/own-password.test.ts › ASVS 7.4.3: ends the other sessions when it is changed, and gives this session a new token',
          'tests/routes/accounts.test.ts › sets a new password with the mailed link, once, and ends the old sessions',
        ],
      },
    ),
    '7.4.4': met('Every page has a way to sign out.', 'In the user menu.', {
      tests: [
        'tests/contract/shell.test.ts › has the menu in its groups, a user menu, and the copyright from 2022 on',
      ],
    }),
    '7.4.5': met(
      'Administrators can end the sessions of a user.',
      'By disabling the user, who can be enabled again afterwards.',
      {
        tests: [
          'tests/routes/security-events.test.ts › say whose sessions ended when the user was disabled',
        ],
      },
    ),
    '7.5.1': met(
      'Changing what signing in depends on needs a new proof of identity.',
      'The own password, the second factor, and the role and the email address of a user.',
      {
        tests: [
          'tests/loaders/role-proofs.test.ts › changing an email address needs a proof, in the form and by taking a change back',
          'tests/loaders/role-proofs.test.ts › taking back a deletion, a change of a role or the disabling of an administrator needs a proof',
        ],
      },
    ),
    '7.5.2': notMet(
      'Users see their sessions, and end them after a new proof of identity.',
      'They see and end them, but without a proof: ending a session gives nobody access.',
    ),
    ...allNotApplicable('There is no single sign-on.', {
      '7.6.1': 'Sessions of an identity provider and of the application end together.',
      '7.6.2': 'A session of an identity provider starts no session without the user.',
    }),
  },
};
