import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** The folders of the code that runs in production. */
const FOLDERS = ['app', 'backend', 'cli', 'server', 'shared'];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|js)$/.test(name))
    .map((name) => path.join(folder, name)),
).map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Returns the matches of a pattern in the code, each with its file. */
function find(pattern: RegExp): { file: string; match: string }[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([whole, match = whole]) => ({ file, match })),
  );
}

/** Returns the different matches of a pattern in the code. */
function findDifferent(pattern: RegExp): string[] {
  return [...new Set(find(pattern).map(({ match }) => match))].sort();
}

it('the patterns are compared with the whole code', () => {
  expect(sources.length).toBeGreaterThan(700);
  expect(find(/from 'node:crypto'/g).length).toBeGreaterThan(10);
});

describe('what the code must not do', () => {
  it('the panel starts no programs', () => {
    expect(find(/child_process|node:cluster/g)).toEqual([]);
  });

  it('the panel runs no text as code', () => {
    expect(find(/\beval\(|new Function\(|node:vm|document\.write\(/g)).toEqual([]);
    expect(find(/set(?:Timeout|Interval)\(\s*['"`]/g)).toEqual([]);
  });

  it('the code puts no HTML into a page', () => {
    expect(find(/dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML/g)).toEqual([]);
  });

  it('no script listens to messages of other windows', () => {
    expect(
      find(/addEventListener\(\s*'message'|(?<!channel\.)onmessage|window\.parent|window\.opener/g),
    ).toEqual([]);
  });

  it('no connection accepts an invalid certificate', () => {
    expect(find(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/g)).toEqual(
      [],
    );
  });

  it('nothing secret is made of Math.random', () => {
    // The only use is for the wait before a transaction is repeated.
    expect(find(/Math\.random/g).map(({ file }) => file)).toEqual(['backend/db/transaction.ts']);
  });

  it('the panel makes regular expressions of its own constants only', () => {
    expect(find(/new RegExp\(([^)]*)/g).map(({ file }) => file)).toEqual([
      'app/lib/core/addresses/encrypt-id.ts',
      'shared/db/long-reads.ts',
      'shared/list/neutralize.ts',
      'shared/list/neutralize.ts',
      'shared/list/neutralize.ts',
      'shared/rich-text/sanitize.ts',
      'shared/values/normalize.ts',
      'shared/values/normalize.ts',
    ]);
  });
});

describe('what the code may do', () => {
  it('digests and ciphers are SHA-256 and AES-256-GCM', () => {
    expect(findDifferent(/create(?:Hash|Hmac)\(\s*('[^']+'|[^,)]+)/g)).toEqual(["'sha256'"]);
    expect(findDifferent(/hkdf(?:Sync)?\(\s*('[^']+'|[^,)]+)/g)).toEqual(["'sha256'"]);
    expect(findDifferent(/'(?:aes|des|rc4|chacha20)-[\w-]*'/gi)).toEqual(["'aes-256-gcm'"]);
  });

  it('cryptography comes from Node and two packages', () => {
    const packages =
      /from '((?:[^'./~][^']*)?(?:crypt|hash|argon|otp|jose|jwt|tweetnacl|sodium|forge)[^']*)'/g;
    expect(findDifferent(packages)).toEqual(['@node-rs/argon2', 'node:crypto', 'otpauth']);
  });
});
