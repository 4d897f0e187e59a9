import { randomInt } from 'node:crypto';
import { expect, it, onTestFailed } from 'vitest';
import { runs, sweep } from '../support/full';
import { listKinds } from '../support/random-changes/changes';
import { readRecords } from '../support/random-changes/records';
import { listChanges, openStudy, type Study, shuffle } from '../support/random-changes/study';

const CHANGES = runs(10, 1_000);

const hosts: [string, boolean][] = [
  ['the embedded host', false],
  ['a remote host', true],
];

it.each(sweep(hosts, ([, isRemote]) => !isRemote))(
  'taking back random changes on %s in random order, and refused ones again, restores the original records',
  async (_name, isRemote) => {
    const seed = Number(process.env.UNDO_SEED ?? randomInt(2 ** 31));
    onTestFailed(() => console.error(`Run again with UNDO_SEED=${seed}`));
    const study = await openStudy(isRemote, seed);
    const original = await readRecords(study);
    await makeChanges(study);
    await takeBackAll(study);
    expect(await readRecords(study)).toEqual(original);
  },
);

/** Makes changes of all kinds, one kind after the other, in a new order in each round. */
async function makeChanges(study: Study): Promise<void> {
  const kinds = listKinds(study);
  let round = shuffle(kinds, study.chance);
  for (let made = 0, turns = 0; made < CHANGES || turns < kinds.length; turns += 1) {
    const [kind, ...others] = round;
    const status = await kind?.make(study);
    const { length } = await listChanges(study);
    if (length === made)
      throw new Error(
        `${kind?.name} (status ${status}) made no change: ${await showMessage(study)}`,
      );
    made = length;
    round = others.length > 0 ? others : shuffle(kinds, study.chance);
  }
}

/**
 * Takes back all changes in random order, and tries refused changes again until each is refused that is left. Expects
 * that these are only restorings, and the deletions that the restorings have taken back.
 */
async function takeBackAll(study: Study): Promise<void> {
  let left = shuffle(await listChanges(study), study.chance);
  while (left.length > 0) {
    const refused: string[] = [];
    for (const id of left) if ((await study.post(`/undo/${id}`)) !== 302) refused.push(id);
    if (refused.length === left.length) return expectRestored(study, refused);
    left = shuffle(refused, study.chance);
  }
}

/**
 * Expects that only restorings are left, each with the deletion that it has taken back. Taking back a restoring would
 * delete its record, which is refused once an earlier change of the record was taken back.
 */
async function expectRestored(study: Study, changes: readonly string[]): Promise<void> {
  const actions = new Map(
    (await study.queryPanel('select id, action from record_change')).map((row) => [
      row.id,
      row.action,
    ]),
  );
  const restorings = changes.filter((id) => actions.get(id) === 'Restore');
  const others = changes.filter((id) => !restorings.includes(id));
  const pages = await readPages(study, others);
  const restored = others.filter(
    (id, at) => actions.get(id) === 'Delete' && pages[at]?.includes('already been taken back'),
  );
  const described = `${changes.length} changes cannot be taken back:\n${pages.join('\n')}`;
  expect(restored.length, described).toBe(others.length);
  expect(restored.length, described).toBe(restorings.length);
}

/** Returns the texts of the pages that take changes back. */
async function readPages({ visitor }: Study, changes: readonly string[]): Promise<string[]> {
  const pages: string[] = [];
  for (const id of changes) {
    await visitor.open(`/undo/${id}`);
    pages.push(visitor.document.querySelector('main')?.textContent ?? visitor.html);
  }
  return pages;
}

/** Returns the text of the next page, which has the message about the latest change. */
async function showMessage({ visitor }: Study): Promise<string> {
  await visitor.open('/home');
  return visitor.document.body.textContent ?? '';
}
