import { expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import { formValues, makeRecord } from '../support/form-values';
import { sweep } from '../support/full';
import { findIdentifying, listIdentifyingValues } from '../support/identifying-values';
import { readLog } from '../support/panel-output';
import { Trace } from '../support/trace';

const demo = demoPanel({ LOG_LEVEL: 'debug' });

/** The entities that `npm test` tests. Their records describe people. */
const DAILY = ['user'];

it.each(sweep(Object.values(formValues), ({ entity }) => DAILY.includes(entity)))(
  'no address, title or cookie contains a value of a $name when its form is refused, or when it is added, edited or deleted',
  async (form) => {
    const { entity, list, change } = form;
    const trace = new Trace(await demo.signedIn());
    const { visitor } = trace;
    const typed = makeRecord(form, false);
    const [last = ''] = Object.keys(typed).slice(-1);
    const { [last]: _left, ...incomplete } = typed;

    await trace.open(`/${entity}/add`);
    await trace.press('Save', incomplete);
    expect(visitor.title).toMatch(/^Error: /);
    await trace.open(`/${entity}/add`);
    await trace.press('Save', typed);
    const record = new URL(visitor.url).pathname;
    expect(record).toMatch(`/${entity}/edit/`);
    await trace.press('Save', change);
    expect(visitor.page.getByRole('status').textContent).toContain('successfully saved');
    const identifying = await listIdentifyingValues(demo.sql);
    await trace.open(record.replace(`/${entity}/edit/`, `/delete/${entity}/`));
    await trace.press('Delete');
    expect(visitor.page.getByRole('status').textContent).toContain('successfully deleted');
    expect(new URL(visitor.url).pathname).toBe(list);

    for (const value of await listIdentifyingValues(demo.sql)) identifying.add(value);
    const written = { text: readLog(demo.panel), where: 'the log' };
    expect(findIdentifying([...trace.sent, written], identifying)).toEqual([]);
  },
);

it('no address, title or cookie of a refused form contains a value of the form', async () => {
  const trace = new Trace(await demo.signedIn());
  const { visitor } = trace;
  const typed = makeRecord(formValues.user, false);
  await trace.open('/user/add');
  const { url } = visitor;
  const body = visitor.getBody('Save', typed);
  await trace.open(url, url, {
    method: 'POST',
    body,
    headers: { origin: 'https://other.example' },
  });
  expect(trace.status).toBe(403);
  body.append('uphone', `${typed['First name']} ${typed['Last name']} `.repeat(200_000));
  await trace.open(url, url, { method: 'POST', body });
  expect(trace.status).toBe(413);
  const values = await listIdentifyingValues(demo.sql);
  for (const value of Object.values(typed)) values.add(value);
  const written = { text: readLog(demo.panel), where: 'the log' };
  expect(findIdentifying([...trace.sent, written], values)).toEqual([]);
});
