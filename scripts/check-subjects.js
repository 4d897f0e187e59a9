/**
 * `node scripts/check-subjects.js [BASE]` checks that the subjects of the commits since BASE have a maximum of
 * 72 characters. If BASE is not given or not in the history, checks the commits since the newest tag, or else
 * since the branch left main, or on main since the last commit that breaks the rule. If the history cannot be read
 * (without git, outside a repository, or in a shallow clone), prints a message and succeeds.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const MAX_LENGTH = 72;
/** The last commit whose subject is longer than the maximum. */
const LAST_LONG = '1740751b40d5b73ba35113a27ef025a4feb6f8fa';

/** Returns the lines of `git log --format='%h %s'` whose subject is too long. */
export function findLongSubjects(log) {
  return log
    .split('\n')
    .filter((line) => [...line.slice(line.indexOf(' ') + 1)].length > MAX_LENGTH);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = check(process.argv[2]);

function check(given) {
  if (git('rev-parse', '--is-shallow-repository') !== 'false') {
    console.log('Commit subjects are not checked: there is no complete git history here.');
    return 0;
  }
  const base = (given && git('rev-parse', '--verify', `${given}^{commit}`)) || findBase();
  if (!base) {
    console.log('Commit subjects are not checked: there is no commit to compare with.');
    return 0;
  }
  const log = git('log', '--no-merges', '--format=%h %s', `${base}..HEAD`);
  if (log === undefined) throw new Error(`git log ${base}..HEAD failed`);
  const long = findLongSubjects(log);
  for (const line of long) console.error(`Longer than ${MAX_LENGTH} characters: ${line}`);
  const count = log === '' ? 0 : log.split('\n').length;
  console.log(`Commit subjects: ${count} checked, ${long.length} too long.`);
  return long.length > 0 ? 1 : 0;
}

function findBase() {
  const base =
    git('describe', '--tags', '--abbrev=0') ??
    git('merge-base', 'HEAD', 'origin/main') ??
    git('merge-base', 'HEAD', 'main');
  const isOnMain = base !== undefined && base === git('rev-parse', 'HEAD');
  return (isOnMain && git('rev-parse', '--verify', `${LAST_LONG}^{commit}`)) || base;
}

/** Returns the output of git, or undefined if git is not installed or fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
