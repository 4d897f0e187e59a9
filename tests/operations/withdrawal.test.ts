import { expect, it } from 'vitest';
import { onPostgres } from '../support/database';
import { sweep } from '../support/full';
import { makePanels } from '../support/reopened-panel';
import type { Visitor } from '../support/visitor';

const NUMBER = 'S-00001';
const REASON = 'Letter of 3 May';
const getText = ({ document }: Visitor) => document.querySelector('main')?.textContent ?? '';

it('a command withdraws a participant, who is left out of the list, and takes it back', async () => {
  const { command, open } = makePanels();
  const withdraw = (...args: string[]) => command('participant:withdraw', args);
  const findInList = async (visitor: Visitor) => {
    await visitor.open('/participants');
    await visitor.press('Search', { 'Filter Study No': NUMBER });
    return getText(visitor);
  };
  const first = await open();
  expect(await findInList(first.visitor)).toContain(NUMBER);
  if (!onPostgres) expect((await withdraw(NUMBER, '--as', 'ann')).stderr).toMatch(/use|lock/i);
  await first.panel.stop();

  const named = [NUMBER, '--as', 'ann'];
  const refusals: [string[], RegExp][] = [
    [[], /^Name one participant/],
    [[NUMBER, 'S-00002'], /^Name one participant/],
    [[NUMBER], /^Say who withdraws/],
    [['nobody', '--as', 'ann'], /^There is no participant with this study number/],
    [[...named, '--take-back'], /^The participant is not withdrawn/],
    [[...named, '--reason', `Letter of ${NUMBER}`], /^The reason must not name the participant/],
  ];
  for (const [args, message] of sweep(refusals, ([args]) => args.includes('--reason'))) {
    const refused = await withdraw(...args);
    expect(refused.stderr).toMatch(message);
    expect(refused.status).not.toBe(0);
  }
  const done = await withdraw(...named, '--reason', REASON);
  expect(done).toMatchObject({ status: 0, stderr: '' });
  expect(done.stdout).toContain('The participant was withdrawn.');
  expect((await withdraw(...named)).stderr).toMatch(/^The participant is withdrawn already, since/);

  const { panel, visitor } = await open();
  const found = await findInList(visitor);
  expect(found).toContain('Withdrawn participants are not shown.');
  await visitor.follow('Show them');
  expect(getText(visitor)).toContain('Withdrawn participants are included');
  await visitor.follow(NUMBER);
  expect(getText(visitor)).toContain('Withdrawn on ');
  await visitor.open('/audit?audit_username.is=ann');
  expect(getText(visitor)).toContain(`: ${REASON}`);
  await panel.stop();
  expect(await withdraw(...named, '--take-back')).toMatchObject({ status: 0, stderr: '' });
  const after = await findInList((await open()).visitor);
  expect(after).not.toContain('Withdrawn participants are not shown.');
  expect(after).toContain(NUMBER);
});
