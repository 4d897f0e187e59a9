/**
 * Asks the registry for known vulnerabilities of the packages that the panel runs with (`npm run audit:packages`).
 * Exits with 0 if there are none, with 1 if there are some, and with 2 if the registry gave no answer, which says
 * nothing about the packages.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Returns the sentences and the exit code for the output of `npm audit --json`. */
export function readAudit(output) {
  const report = parse(output);
  const counts = report?.metadata?.vulnerabilities;
  if (typeof counts?.total !== 'number') {
    const reason = report?.message ?? report?.error?.summary ?? 'it did not answer with a report';
    const sentence = `The packages were NOT checked, because the registry offers no audit: ${reason}.`;
    return {
      lines: [sentence, 'Check them where the public npm registry can be reached.'],
      code: 2,
    };
  }
  if (counts.total === 0)
    return { lines: ['The registry knows no vulnerability of these packages.'], code: 0 };
  const found = Object.values(report.vulnerabilities ?? {}).map(
    ({ name, severity, range, fixAvailable }) =>
      `${severity}: ${name} ${range}${fixAvailable ? ', corrected in a newer version' : ''}`,
  );
  return { lines: [`The registry knows ${counts.total} vulnerable packages:`, ...found], code: 1 };
}

function parse(output) {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const { lines, code } = readAudit(stdout ?? '');
  console.log(lines.join('\n'));
  process.exit(code);
}
