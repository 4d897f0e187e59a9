import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { runs } from '../support/full';
import { type RunningPanel, startPanel } from '../support/panel';
import { type PlainHost, startPlainHost } from '../support/plain-host';
import { HOST_TOKEN, type RunningHost, runOwnHost } from '../support/start-own-host';
import { Visitor } from '../support/visitor';

const { username, password } = demoSignIns.administrator;

const dataDir = mkdtempSync(path.join(tmpdir(), 'panel-test-'));
let own: RunningHost;
let plain: PlainHost;
let panels: RunningPanel[];
/** Visitors of a panel with a host that summarizes lists, and with one that sends all rows. */
let visitors: Visitor[];

beforeAll(async () => {
  own = await runOwnHost(dataDir);
  const target = String(own.env.API_HOST_URL);
  plain = await startPlainHost(target);
  panels = await Promise.all(
    [target, plain.url].map((url) =>
      startPanel({ API_HOST_URL: url, API_HOST_TOKEN: HOST_TOKEN, SIGN_IN_ATTEMPTS: '1000' }),
    ),
  );
  visitors = await Promise.all(
    panels.map(({ url }) => new Visitor(url).signIn(username, password)),
  );
});
afterAll(async () => {
  await Promise.all(panels.map((panel) => panel.stop()));
  plain.stop();
  await own.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const summaries = [
  '/participants?by=peer_navigator',
  '/participants?by=srh_prep_interest,peer_navigator&of=share',
  '/participants?by=assessment_date.month&own_phone.in=Yes',
  '/participants?by=assessment_date.year,srh_prep_interest',
  '/participants?by=followup_state',
  '/follow-ups?by=appointment_done.week',
  '/follow-ups?by=data_problem,peer_navigator',
  '/analytics?by=username,start_date.quarter&of=sum:duration',
  '/analytics?by=type&of=avg:duration',
  '/analytics?by=start_date.day&of=max:duration&username=pn00',
  '/analytics?by=result&duration.min=600&of=min:duration',
  '/quiz-attempts?by=c_status',
  '/peer-navigators?by=status',
  '/sms-history?by=sms_history_createdate.month',
];

/** The daily run takes every fourth summary, so that each way of counting is used. */
const chosen = summaries.filter((_, index) => index % runs(4, 1) === 0);

describe('hosts of both kinds', () => {
  it.each(chosen)('give the same figures: %s', async (address) => {
    const [first, second] = await Promise.all(
      visitors.map(async (visitor) => {
        await visitor.open(address);
        const rows = visitor.page.getAllByRole('row').map((row) => row.textContent);
        return { heading: visitor.page.getByRole('heading', { level: 1 }).textContent, rows };
      }),
    );
    expect(first?.rows.length).toBeGreaterThan(2);
    expect(second).toEqual(first);
  });

  it('are asked in the way that each of them understands', () => {
    expect(plain.paths.length).toBeGreaterThan(0);
    expect(plain.paths.filter((path) => path.startsWith('/list-summary/'))).toEqual([]);
  });
});

it('a list that is too long to be summarized in the panel is refused with its limit', async () => {
  const panel = await startPanel({
    API_HOST_URL: plain.url,
    API_HOST_TOKEN: HOST_TOKEN,
    LIST_MAX_ROWS: '1000',
  });
  try {
    const visitor = await new Visitor(panel.url).signIn(username, password);
    await visitor.open('/participants?by=peer_navigator');
    expect(visitor.page.getByRole('main').textContent).toMatch(/more than 1,000 rows/);
    expect(visitor.page.queryAllByRole('row')).toEqual([]);
  } finally {
    await panel.stop();
  }
});
