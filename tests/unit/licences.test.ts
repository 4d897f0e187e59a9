import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readAudit } from '../../scripts/audit-packages.js';
import { buildLicences, page } from '../../scripts/licences.js';

const lock: unknown = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../package-lock.json'), 'utf8'),
);

it('a package without a licence is refused', () => {
  const packages = { 'node_modules/unknown': { version: '1.0.0' } };
  expect(() => buildLicences({ packages })).toThrow('unknown 1.0.0 names no licence');
});

it('docs/licences.md is up to date: run `npm run licences` after a change of the packages', () => {
  expect(readFileSync(page, 'utf8')).toBe(buildLicences(lock));
});

it.each(['', 'not JSON', '{"message":"404 Not Found"}', '{"error":{"summary":"no audit"}}'])(
  'the answer %s of a registry is no proof that packages are safe',
  (output) => {
    const { lines, code } = readAudit(output);
    expect(code).toBe(2);
    expect(lines[0]).toContain('The packages were NOT checked');
  },
);

it('an audit names the vulnerable packages', () => {
  const vulnerabilities = { a: { name: 'a', severity: 'high', range: '<2', fixAvailable: true } };
  const output = JSON.stringify({ metadata: { vulnerabilities: { total: 1 } }, vulnerabilities });
  const { lines, code } = readAudit(output);
  expect(code).toBe(1);
  expect(lines).toContain('high: a <2, corrected in a newer version');
  const none = readAudit(JSON.stringify({ metadata: { vulnerabilities: { total: 0 } } }));
  expect(none.code).toBe(0);
});
