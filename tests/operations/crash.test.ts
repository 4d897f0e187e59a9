import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { readSqlite } from '../../shared/db/sqlite-file';
import { defined } from '../../shared/defined';
import { gif, makeFile } from '../support/files';
import { tempFolder } from '../support/folders';
import { runs } from '../support/full';
import { TEST_KEY } from '../support/keys';
import { startPanel } from '../support/panel';
import { run } from '../support/run';
import { Visitor } from '../support/visitor';

const KILLS = runs(1, 25);
/** The number of acknowledged changes of each kind before a kill, so that the stream is running. */
const ENOUGH = 3;

interface Upload {
  address: string;
  sha256: string;
}

interface Color {
  color_id: number;
  color_name: string;
  color_code: string;
  color_status: number;
}

/** The colours that a user has sent, and the changes of each kind that were acknowledged. */
interface Deeds {
  /** The code of each colour that was sent, by its name. */
  tried: Map<string, string>;
  saved: Set<string>;
  /** The forms that got no answer, because the process was killed. */
  unanswered: URLSearchParams[];
  /** The names that a colour got, one after the other. */
  edits: string[];
  /** The number of these edits that were acknowledged last. */
  edited: number;
  uploads: Upload[];
  /** The number of times that a colour was deleted and restored. */
  moves: number;
}

/** Saves colours, one after the other, until the server does not answer any more. */
async function saveOn(visitor: Visitor, deeds: Deeds, prefix: string): Promise<void> {
  await visitor.open('/color/add');
  for (let n = 0; ; n += 1) {
    const name = `${prefix}-${n}`;
    const code = `#${randomBytes(3).toString('hex').toUpperCase()}`;
    const body = visitor.getBody('Save', { Name: name, Color: code, Status: 'Active' });
    deeds.tried.set(name, code);
    try {
      const answer = await visitor.request('/color/add', { method: 'POST', body });
      await answer.body?.cancel();
      if (answer.headers.get('location')?.startsWith('/color/edit/')) deeds.saved.add(name);
    } catch {
      deeds.unanswered.push(body);
      return;
    }
  }
}

/** Changes the name of a colour, again and again, until the server does not answer any more. */
async function editOn(visitor: Visitor, id: string, deeds: Deeds): Promise<void> {
  const path = `/color/edit/${id}`;
  try {
    for (;;) {
      await visitor.open(path);
      const body = visitor.getBody('Save', { Name: `Edited ${deeds.edits.length}` });
      deeds.edits.push(`Edited ${deeds.edits.length}`);
      const answer = await visitor.request(path, { method: 'POST', body });
      await answer.body?.cancel();
      expect(answer.status).toBe(302);
      deeds.edited = deeds.edits.length;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Uploads pictures of a size that takes several writes, until the server does not answer any more. */
async function uploadOn(visitor: Visitor, deeds: Deeds): Promise<void> {
  for (;;) {
    const content = Buffer.concat([gif, randomBytes(300_000)]);
    const body = new FormData();
    body.set('file', makeFile(content, 'picture.gif', 'image/gif'));
    try {
      const answer = await visitor.request('/upload/facility/facility_thumbnailUrl', {
        method: 'POST',
        body,
      });
      const { address } = (await answer.json()) as { address?: string };
      if (address) deeds.uploads.push({ address, sha256: digest(content) });
    } catch {
      return;
    }
  }
}

/** Deletes a colour and undoes the deletion, again and again, until the server does not answer any more. */
async function deleteOn(visitor: Visitor, id: string, deeds: Deeds): Promise<void> {
  try {
    for (;;) {
      await visitor.open(`/delete/color/${id}`);
      if (visitor.status === 200) await visitor.press('Delete');
      await visitor.open('/bin?deleted_type=Color');
      await visitor.follow('Restore Moved');
      await visitor.press('Restore');
      deeds.moves += 1;
    }
  } catch {
    return;
  }
}

function digest(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function read<Row>(dataDir: string, statement: string): Row[] {
  const db = readSqlite(path.join(dataDir, 'study.sqlite'));
  try {
    return db.prepare<[], Row>(statement).all();
  } finally {
    db.close();
  }
}

it('SIGKILL, repeatedly during saves and uploads: no acknowledged change is lost, and none is incomplete', async () => {
  const dataDir = tempFolder();
  const env = { DATA_DIR: dataDir, DEMO_DATA: 'on' };
  const deeds: Deeds = {
    ...{ tried: new Map(), saved: new Set(), unanswered: [], edits: [], edited: 0 },
    ...{ uploads: [], moves: 0 },
  };
  const { username, password } = demoSignIns.administrator;
  let panel = await startPanel(env);
  onTestFinished(() => panel.stop());
  let visitor = await new Visitor(panel.url).signIn(username, password);

  await visitor.open('/color/add');
  await visitor.press('Save', { Name: 'Moved', Color: '#123456', Status: 'Active' });
  const moved = defined(visitor.url.split('/').at(-1));
  await visitor.open('/color/add');
  await visitor.press('Save', { Name: 'Edited', Color: '#123456', Status: 'Active' });
  const edited = defined(visitor.url.split('/').at(-1));

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = {
      saved: deeds.saved.size,
      uploads: deeds.uploads.length,
      edited: deeds.edited,
      moves: deeds.moves,
    };
    const streams = [
      saveOn(new Visitor(panel.url, visitor), deeds, `Kill ${kill} a`),
      saveOn(new Visitor(panel.url, visitor), deeds, `Kill ${kill} b`),
      uploadOn(new Visitor(panel.url, visitor), deeds),
      editOn(new Visitor(panel.url, visitor), edited, deeds),
      deleteOn(new Visitor(panel.url, visitor), moved, deeds),
    ];
    await expect
      .poll(() => deeds.saved.size - before.saved, { timeout: 200_000, interval: 5 })
      .toBeGreaterThanOrEqual(ENOUGH);
    await expect
      .poll(() => deeds.uploads.length - before.uploads, { timeout: 200_000, interval: 5 })
      .toBeGreaterThanOrEqual(ENOUGH);
    await expect
      .poll(() => deeds.edited - before.edited, { timeout: 200_000, interval: 5 })
      .toBeGreaterThanOrEqual(ENOUGH);
    await expect
      .poll(() => deeds.moves - before.moves, { timeout: 200_000, interval: 5 })
      .toBeGreaterThanOrEqual(1);
    panel.signal('SIGKILL');
    expect(await panel.ended).toBeNull();
    await Promise.all(streams);
    panel = await startPanel(env);
    // The session from before the kill is still valid.
    visitor = new Visitor(panel.url, visitor);
    // The colour that is deleted and restored is in its table or in the bin, not in both or in none.
    const found = read<{ n: number }>(
      dataDir,
      `select (select count(*) from color where color_id = ${moved})
        + (select count(*) from deleted_record where deleted_key = ${moved}) as n`,
    );
    expect(found).toEqual([{ n: 1 }]);
    // A form whose answer did not arrive is sent again. Whether or not it was saved before the kill, it is saved once.
    for (const body of deeds.unanswered.splice(0)) {
      const answer = await visitor.request('/color/add', { method: 'POST', body });
      await answer.body?.cancel();
      expect(answer.headers.get('location')).toMatch(/^\/color\/edit\//);
      deeds.saved.add(defined(body.get('color_name') ?? undefined));
    }
    // The last edit that was begun may be stored without its acknowledgement, and no earlier one is lost.
    const [{ name } = { name: '' }] = read<{ name: string }>(
      dataDir,
      `select color_name as name from color where color_id = ${edited}`,
    );
    expect(deeds.edits.slice(deeds.edited - 1)).toContain(name);
    deeds.edits.length = deeds.edits.indexOf(name) + 1;
    deeds.edited = deeds.edits.length;
  }

  const colors = read<Color>(
    dataDir,
    `select color_id, color_name, color_code, color_status from color where color_name like 'Kill %'`,
  );
  const names = colors.map(({ color_name }) => color_name);
  expect([...deeds.saved].filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  for (const { color_name, color_code, color_status } of colors)
    expect([color_name, color_code, color_status]).toEqual([
      color_name,
      deeds.tried.get(color_name),
      1,
    ]);

  const entries = read<{ audit_title: string; audit_description: string }>(
    dataDir,
    `select audit_title, audit_description from audit_entry where audit_action = 'Add'`,
  ).map((entry) => `${entry.audit_title}: ${entry.audit_description}`);
  const added = entries.filter(
    (entry) =>
      entry.startsWith('Colors: Added ') &&
      ![moved, edited].some((id) => entry === `Colors: Added color ${id}`),
  );
  // Each stored colour has one audit entry, whether or not its acknowledgement arrived.
  expect(colors.map(({ color_id }) => `Colors: Added color ${color_id}`).sort()).toEqual(
    added.sort(),
  );

  // So has each change one entry in the history.
  const changes = read<{ action: string }>(
    dataDir,
    `select action from record_change where entity = 'color' order by seq`,
  );
  const count = (action: string) => changes.filter((change) => change.action === action).length;
  expect(count('Add')).toBe(colors.length + 2);
  expect(count('Update')).toBe(deeds.edits.length);
  visitor = await visitor.open(`/history/color/${edited}`);
  expect(visitor.html).toContain(defined(deeds.edits.at(-1)));

  const stored = read<{ upload_path: string; upload_sha256: string }>(
    dataDir,
    `select upload_path, upload_sha256 from upload where upload_name = 'picture.gif'`,
  );
  const digests = new Map(stored.map((upload) => [upload.upload_path, upload.upload_sha256]));
  for (const { address, sha256 } of deeds.uploads) expect(digests.get(address)).toBe(sha256);
  const uploaded = entries.filter((entry) => entry.startsWith('Gallery: Uploaded a file'));
  expect(uploaded).toHaveLength(stored.length);
  // Files whose acknowledgement did not arrive are served completely too.
  for (const [address, sha256] of digests) {
    const answer = await visitor.request(address);
    expect(answer.status).toBe(200);
    expect(digest(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256);
  }

  expect(read(dataDir, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  for (const [command, verified] of [
    ['audit:verify', /^audit_entry: .*, verified\./m],
    ['history:verify', /^History: .*, verified\./m],
  ] as const) {
    const env = { ...process.env, DATA_DIR: dataDir, PANEL_KEY: TEST_KEY };
    const args = ['run', '--silent', command, '--', '--without-checkpoints'];
    const { status, stdout, stderr } = await run('npm', args, { env });
    expect([command, status, stderr]).toEqual([command, 0, '']);
    expect(stdout).toMatch(verified);
  }
  // No partial files remain of the uploads that the kills have cut off.
  const files = readdirSync(path.join(dataDir, 'files'));
  expect(files.filter((name) => name.includes('.part'))).toEqual([]);
});
