import { met, notApplicable, notMet } from '../declare';
import type { Group } from '../requirement';

const REVIEWED = '2026-11-26';
const DANGEROUS = 'tests/unit/dangerous-functions.test.ts';
const SEAL = 'tests/unit/seal.test.ts';

export const cryptography: Group = {
  title: '11 Cryptography',
  requirements: {
    '11.1.1': notMet(
      'Keys are managed by a documented policy that follows a standard.',
      'The handbook covers making, storing, rotating, losing and deleting keys, but has not been compared with a standard such as NIST SP 800-57.',
    ),
    '11.1.2': met(
      'There is a list of all keys and algorithms, and of what they protect.',
      'A table of keys and algorithms.',
      {
        sections: ['docs/security.md#keys-and-algorithms', 'docs/operations.md#keys'],
        reviewed: REVIEWED,
      },
    ),
    '11.2.1': met(
      'Cryptography comes from well-known implementations.',
      'Node’s OpenSSL, @node-rs/argon2 and otpauth.',
      { tests: [`${DANGEROUS} › cryptography comes from Node and two packages`] },
    ),
    '11.2.2': notMet(
      'Algorithms can be exchanged at any time.',
      'Keys rotate, and password hashes are renewed when their parameters change. The cipher and the digests are constants of the code.',
    ),
    '11.2.3': met(
      'Algorithms give at least 128 bits of security.',
      'AES-256, SHA-256, HMAC-SHA-256.',
      { tests: [`${DANGEROUS} › digests and ciphers are SHA-256 and AES-256-GCM`] },
    ),
    '11.3.1': met('No weak modes of ciphers are used.', 'Only GCM.', {
      tests: [`${DANGEROUS} › digests and ciphers are SHA-256 and AES-256-GCM`],
    }),
    '11.3.2': met('Only approved ciphers are used.', 'AES-256-GCM.', {
      tests: [
        `${DANGEROUS} › digests and ciphers are SHA-256 and AES-256-GCM`,
        `${SEAL} › opens with the key, and for the owner, with which it was sealed`,
      ],
    }),
    '11.3.3': met(
      'Encrypted data cannot be changed unnoticed.',
      'GCM authenticates the content and its owner.',
      {
        tests: [
          `${SEAL} › does not open if it was altered, or for another owner or key`,
          'tests/integration/history/store.test.ts › the verification detects an altered %s in any row',
        ],
        mutation: {
          file: 'app/lib/server/seal.ts',
          before: 'return Buffer.from(JSON.stringify(owner));',
          after: 'return Buffer.from(JSON.stringify(owner.length));',
        },
      },
    ),
    '11.4.1': met(
      'Only approved hash functions are used.',
      'SHA-256. Authenticator apps use HMAC-SHA-1, which RFC 6238 prescribes.',
      { tests: [`${DANGEROUS} › digests and ciphers are SHA-256 and AES-256-GCM`] },
    ),
    '11.4.2': met(
      'Passwords are stored with a costly function.',
      'argon2id, 19 MiB, 2 passes; renewed at sign-in when the parameters change.',
      {
        tests: [
          'tests/integration/backend/accounts.test.ts › renews a hash that was made with weaker parameters',
        ],
      },
    ),
    '11.4.3': met(
      'Digests for integrity resist collisions.',
      'SHA-256 in the audit log, the history and the access log.',
      {
        tests: [
          `${DANGEROUS} › digests and ciphers are SHA-256 and AES-256-GCM`,
          'tests/integration/backend/audit-chain.test.ts › are not valid with %s',
        ],
      },
    ),
    '11.4.4': notApplicable(
      'Keys that are derived from passwords are stretched.',
      'No key is derived from a password: the panel key has at least 32 characters.',
    ),
    '11.5.1': notMet(
      'Every random value that must not be guessed has 128 bits.',
      'Recovery codes have 120, which 6.5.2 allows, and public ids of sessions, which give no access, have 96.',
    ),
    '11.6.1': notApplicable(
      'Keys of public-key cryptography and signatures are made safely.',
      'The panel has no such keys; it signs with HMAC.',
    ),
  },
};
