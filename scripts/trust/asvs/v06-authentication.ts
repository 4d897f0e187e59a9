import { allNotApplicable, met, notApplicable, notMet } from '../declare';
import type { Group } from '../requirement';

const REVIEWED = '2026-11-26';
const PASSWORDS = 'tests/unit/backend/passwords.test.ts';
const ACCOUNTS = 'tests/integration/backend/accounts.test.ts';
const FACTOR = 'tests/loaders/second-factor.test.ts';

export const authentication: Group = {
  title: '6 Authentication',
  requirements: {
    '6.1.1': met(
      'Documentation says how guessing of passwords is slowed down, and how nobody is locked out on purpose.',
      'The limits, the waits and what a stranger can still do.',
      { sections: ['docs/security.md#throttling', 'docs/security.md#not-met'], reviewed: REVIEWED },
    ),
    '6.1.2': met(
      'Documentation names the words that passwords must not contain.',
      'The words of the study are in shared/password-rules.ts, which the section names.',
      { sections: ['docs/security.md#passwords-and-accounts'], reviewed: REVIEWED },
    ),
    '6.1.3': met(
      'Documentation lists all ways to sign in, with their strength.',
      'A table of the ways to sign in.',
      { sections: ['docs/security.md#ways-to-sign-in'], reviewed: REVIEWED },
    ),
    '6.2.1': met('Passwords have at least 8 characters.', 'At least 12.', {
      tests: [`${PASSWORDS} › refuses eleven characters and more than 128`],
      mutation: {
        file: 'shared/password-rules.ts',
        before: 'export const MIN_CHARACTERS = 12;',
        after: 'export const MIN_CHARACTERS = 8;',
      },
    }),
    '6.2.2': met('Users can change their password.', 'In the profile.', {
      tests: [
        'tests/integration/backend/own-password.test.ts › is changed with the current password, and links that were mailed before become invalid',
        'tests/routes/own-password.test.ts › ASVS 6.2.2, 6.2.3: a user’s own password',
      ],
    }),
    '6.2.3': met(
      'Changing the password needs the current and the new one.',
      'The host checks the current one again, and counts wrong ones as failed sign-ins.',
      {
        tests: [
          'tests/integration/backend/own-password.test.ts › is not changed by a request with %j',
          'tests/routes/own-password.test.ts › is not changed with %j, and nothing typed comes back',
        ],
        mutation: {
          file: 'backend/endpoints/accounts.ts',
          before:
            "if (!user || !stored || !matches) return refused('The current password is incorrect');",
          after: "if (!user || !stored) return refused('The current password is incorrect');",
        },
      },
    ),
    '6.2.4': notMet(
      'New passwords are compared with the 3,000 most common ones of the permitted length.',
      'The list has 308 of that length. For all others, the number of guesses is estimated, and 10^10 are required.',
    ),
    '6.2.5': met('Passwords may have any characters.', 'There are no rules about kinds.', {
      tests: [`${PASSWORDS} › accepts %s`],
    }),
    '6.2.6': met('Passwords are hidden while they are typed.', '`type=password`.', {
      tests: [
        'tests/routes/accounts.test.ts › ASVS 6.2.6, 6.2.7: masks the password and lets password managers create and store it',
      ],
    }),
    '6.2.7': met(
      'Pasting and password managers work.',
      'No script is on the input, and `autocomplete` names it.',
      {
        tests: [
          'tests/routes/accounts.test.ts › ASVS 6.2.6, 6.2.7: masks the password and lets password managers create and store it',
          'tests/components/account-form.test.tsx › a sign-in tells password managers what its inputs are',
        ],
      },
    ),
    '6.2.8': notMet(
      'A password is compared exactly as it was typed.',
      'Nothing is cut, and case matters, but the panel applies NFKC, because keyboards send some letters in different encodings.',
    ),
    '6.2.9': met('Passwords may have 64 characters.', 'Up to 128.', {
      tests: [`${PASSWORDS} › accepts %s`],
    }),
    '6.2.10': notApplicable(
      'Passwords stay valid until they are known to others.',
      'The panel has no expiry of passwords.',
    ),
    '6.2.11': met(
      'The documented words are refused in passwords.',
      'The user’s names and address are refused; the study’s words count as easy to guess.',
      {
        tests: [`${PASSWORDS} › ASVS 6.2.11: a password must not hold the user’s name or address`],
        mutation: {
          file: 'shared/password-rules.ts',
          before: 'if (containsName(password, names)) return holdsName;',
          after: '',
        },
      },
    ),
    '6.2.12': notMet(
      'New passwords are compared with those of known breaches.',
      'The panel works without the internet, and has no such list.',
    ),
    '6.3.1': met(
      'The documented protection against guessing passwords is in force.',
      'Waits for accounts and addresses, on the panel and on the API host.',
      {
        tests: [
          `${FACTOR} › refuses wrong codes, and makes the user wait as after wrong passwords`,
          'tests/integration/backend/own-password.test.ts › makes further attempts on an account wait, whichever address they come from',
          'tests/routes/throttles.test.ts › ASVS 6.3.1: makes an account wait after five failures, also for the right password',
        ],
        mutation: {
          file: 'app/lib/auth/throttle.server.ts',
          before: 'return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));',
          after: 'return 0;',
        },
      },
    ),
    '6.3.2': met(
      'There are no default accounts.',
      'A new installation has one administrator without a password, who sets it by a link that works once.',
      {
        tests: [
          'tests/integration/backend/start.test.ts › gets a new code at every start until a password is set, and none afterwards',
          'tests/routes/start.test.ts › prints one link, at the panel’s own port, that sets the first password once',
        ],
      },
    ),
    '6.3.3': notMet(
      'Everyone signs in with more than one factor.',
      'Codes and passkeys exist, but only `REQUIRE_SECOND_FACTOR` makes a second factor mandatory.',
    ),
    '6.3.4': notMet(
      'All ways to sign in are documented and equally strong.',
      'They are documented, but an API host that other programs call directly accepts the password alone.',
    ),
    '6.4.1': met(
      'Codes that the system makes for a first password are random, expire soon, and work once.',
      '256 random bits; one hour, or a day for the first administrator.',
      {
        tests: [
          `${ACCOUNTS} › refuses a code that is made up, expired or used`,
          `${ACCOUNTS} › accepts only one of two simultaneous uses of a link`,
        ],
        mutation: {
          file: 'backend/accounts/recovery.ts',
          before: ".where('expires_at', '>', now.getTime())",
          after: '',
        },
      },
    ),
    '6.4.2': notApplicable(
      'There are no password hints or secret questions.',
      'The panel has none.',
    ),
    '6.4.3': met(
      'Resetting a password does not bypass the second factor.',
      'A reset leads to the sign-in, which asks for the code.',
      {
        tests: [
          `${FACTOR} › gives nothing of the panel before the code`,
          'tests/routes/accounts.test.ts › sets a new password with the mailed link, once, and ends the old sessions',
        ],
        mutation: {
          file: 'app/lib/session/must-set-up.server.ts',
          before: '  return row !== undefined;',
          after: '  return row === null;',
        },
      },
    ),
    '6.4.4': met(
      'Who has lost a factor proves their identity as at the setup.',
      'A recovery code, or an administrator who is sure who asks, and who proves their own identity.',
      {
        tests: [`${FACTOR} › is removed only by administrators who have proved who they are`],
        sections: ['docs/operations.md#second-factor'],
        reviewed: REVIEWED,
      },
    ),
    '6.5.1': met(
      'Codes work once.',
      'The time step of the latest code is stored; recovery codes are deleted.',
      {
        tests: [
          'tests/unit/factor/time-codes.test.ts › is refused if a code of its step or of a later step was accepted',
          `${FACTOR} › accepts a recovery code once, also if two requests send it together`,
        ],
        mutation: {
          file: 'app/lib/factor/time-codes.ts',
          before: 'step > lastStep &&',
          after: '',
        },
      },
    ),
    '6.5.2': met(
      'Stored recovery codes are hashed.',
      'SHA-256, because they have 120 random bits.',
      {
        tests: [
          'tests/unit/factor/recovery-codes.test.ts › the hash of a recovery code depends on its user, and not on how the code is typed',
        ],
      },
    ),
    '6.5.3': met('Codes and secrets are random.', 'From the system’s secure generator.', {
      tests: [
        'tests/unit/factor/recovery-codes.test.ts › recovery codes are ten different texts of 24 characters',
        'tests/unit/dangerous-functions.test.ts › nothing secret is made of Math.random',
      ],
    }),
    '6.5.4': met('Codes have at least 20 bits.', 'Recovery codes have 120, mailed codes 256.', {
      tests: [
        'tests/unit/factor/recovery-codes.test.ts › recovery codes are ten different texts of 24 characters',
      ],
    }),
    '6.5.5': notMet(
      'Time-based codes live for at most 30 seconds.',
      'The steps before and after the current one are accepted too, because clocks of phones differ: 90 seconds.',
    ),
    ...allNotApplicable('There are no codes by phone, SMS or push messages.', {
      '6.6.1': 'Codes by SMS are offered only beside stronger ways.',
      '6.6.2': 'A code that is sent belongs to the request for which it was sent.',
      '6.6.3': 'Guessing of codes that are sent is slowed down.',
    }),
    ...allNotApplicable('There is no identity provider: the API host alone knows the users.', {
      '6.8.1': 'Users of one identity provider cannot pass as those of another.',
      '6.8.2': 'Signatures of an identity provider are checked.',
      '6.8.3': 'SAML assertions are used once.',
      '6.8.4': 'The strength of a sign-in at an identity provider is checked.',
    }),
  },
};
