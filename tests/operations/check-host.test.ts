import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFieldHost } from '../support/field-host/field-host';
import { typical } from '../support/field-host/profiles';
import { tempFolder } from '../support/folders';
import { sweep } from '../support/full';
import { builtCli } from '../support/run';

/** Runs `npm run check-host -- …` in an empty environment. */
async function checkHost(...args: string[]) {
  const command = [...builtCli, 'check-host', ...args];
  const dataDir = tempFolder();
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { output, errors, code, dataDir };
}

it.each(
  sweep(
    [[[]], [['not-an-address']], [['ftp://host.example']], [['http://a.example', 'more']]],
    (_args, index) => index === 0,
  ),
)('check-host refuses the arguments %j, and shows how to call the command', async (args) => {
  const { code, errors, output } = await checkHost(...args);
  expect(code).toBe(1);
  expect(errors).toContain('https://host.example/api: npm run check-host -- [URL]\n');
  expect(output).toBe('');
});

it('check-host reports that nobody answers at an address', async () => {
  const { code, output } = await checkHost('http://127.0.0.1:9');
  expect(code).toBe(1);
  expect(output).toMatch(/^user\/list +no answer$/m);
});

it('check-host reports a host that refuses the panel, and writes nothing to the data folder', async () => {
  const host = createServer((_request, response) => void response.writeHead(401).end());
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void host.close());
  const address = host.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { code, output, errors, dataDir } = await checkHost(`http://127.0.0.1:${port}`);
  expect(errors).toBe('');
  expect(code).toBe(1);
  expect(output).toMatch(/^user\/list +failed \(status 401\)$/m);
  expect(readdirSync(dataDir)).toEqual([]);
});

describe('the report on a host like those in the field', () => {
  it('lists offered and missing paths and the fields that differ, but no values of records', async () => {
    const host = await startFieldHost(typical, tempFolder());
    onTestFinished(() => host.stop());
    const { code, output, errors } = await checkHost(host.url);
    expect(errors).toBe('');
    expect(code).toBe(0);
    expect(output).toMatch(/^participant\/list\/1\/0\/na +offered, 1200 rows$/m);
    expect(output).toMatch(/^user\/id\/… +offered$/m);
    expect(output).toMatch(/^phone\/number\/… +offered$/m);
    expect(output).toMatch(/^quiz\/list +missing \(status 404\)$/m);
    expect(output).toContain('This host does not offer: ');
    expect(output).toContain('study_number as art_number');
    expect(output).toMatch(/^ {2}user\/list: .*user_lastupdatedate/m);
    expect(output).not.toContain('SMSMessage_id');
    expect(output).not.toContain('Fields that the panel expects and no row had');
    for (const { method, path } of host.calls) {
      expect(method).toBe('GET');
      expect(path).not.toMatch(/update|delete|login$/);
    }
    const people = await host.rows('phone/list');
    for (const { phone_number, phone_name } of people) {
      expect(output).not.toContain(String(phone_number));
      expect(output).not.toContain(String(phone_name));
    }
  });
});
