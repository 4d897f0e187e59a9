import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writePackage } from '~/lib/export/write-package.server';
import { readCsv } from '../support/csv-file';
import { collect, makeTestContent, testRows, testVariables } from '../support/export-content';
import { tempFolder } from '../support/folders';
import { readZip } from '../support/read-zip';
import { run } from '../support/run';

const hasProgram = (name: string) => spawnSync(name, ['--version']).status === 0;

/** Writes the package of these rows into a folder, and returns the folder. */
async function unpack(rows: readonly (readonly string[])[] = testRows): Promise<string> {
  const folder = tempFolder();
  const zip = await collect(writePackage(makeTestContent([rows.map((row) => [...row])])));
  for (const [name, content] of readZip(zip)) writeFileSync(path.join(folder, name), content);
  return folder;
}

/** Runs a program in a folder, and returns what it prints. Fails if the program fails. */
async function runIn(cwd: string, program: string, args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await run(program, args, {
    cwd,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  expect({ status, stderr, stdout }).toEqual({ status: 0, stderr: '', stdout });
  return stdout;
}

/** Rows whose values are not as expected. */
const oddRows = [
  ['007', '==', '31/12/1990', '', 'maybe'],
  ['n/a', '', '0000-00-00 00:00:00', 'soon', '1'],
];

describe('the package for R, SPSS and Stata', () => {
  it('has the data, a codebook without formulas, a readme and three scripts', async () => {
    const content = makeTestContent();
    const files = readZip(await collect(writePackage(content)));
    expect([...files.keys()]).toEqual(
      'data.csv codebook.csv readme.txt read-data.R read-data.sps read-data.do'.split(' '),
    );
    const codebook = readCsv(String(files.get('codebook.csv')));
    expect(codebook[5]?.slice(0, 7)).toEqual([
      ...['own_phone', 'f_own_phone', 'Own Phone', 'number', '', "1 = Yes; 2 = No, don't"],
      `'=HYPERLINK("x")`,
    ]);
    const readme = String(files.get('readme.txt'));
    expect(readme).toContain(`SHA-256 of the data rows: ${content.readWritten().sha256}\r\n`);
    expect(readme).toContain('Made by: mwansa\r\n');
    expect(String(files.get('data.csv'))).not.toMatch(/mwansa|a1b2c3d4e5f60718/);
  });

  it('has a script for Stata that labels codes, and says that it has not been tested', async () => {
    const files = readZip(await collect(writePackage(makeTestContent())));
    const script = String(files.get('read-data.do'));
    expect(script).toContain('has not been tested with Stata');
    expect(script).toContain(`label define codes_5 1 "Yes" 2 "No, don't"`);
    expect(script).toContain('rename v5 own_phone');
    expect(script).toContain(`label variable note "Note, “in” 5' \\ x 'y'"`);
  });

  it.runIf(hasProgram('Rscript'))('has a script that R runs', async () => {
    const folder = await unpack();
    writeFileSync(
      path.join(folder, 'check.R'),
      `source("read-data.R")
       cat(nrow(data), class(data$id), class(data$born), format(data$born[1]), "\\n")
       cat(format(data$seen, "%Y-%m-%d %H:%M:%S", usetz = TRUE), "\\n", sep = "|")
       cat(levels(data$own_phone), as.character(data$own_phone), "\\n", sep = "|")
       cat(data$note, attr(data$note, "label"), "\\n", sep = "|")`,
    );
    const lines = (await runIn(folder, 'Rscript', ['--vanilla', 'check.R'])).split('\n');
    expect(lines[0]).toBe('3 numeric Date 1990-01-31 ');
    expect(lines[1]).toBe('2026-03-05 14:30:05 CAT|2026-03-05 00:00:00 CAT|NA|');
    expect(lines[2]).toBe("|Yes|No, don't|Yes|No, don't|NA|".slice(1));
    expect(lines[3]).toBe(`'=1+1|Áine; "x", next |NA|${testVariables[1]?.label}|`);
  });

  it.runIf(hasProgram('Rscript'))('loses no unexpected value in R', async () => {
    const folder = await unpack([...testRows, ...oddRows]);
    writeFileSync(
      path.join(folder, 'check.R'),
      `source("read-data.R")
       cat(table(data$own_phone), levels(data$own_phone)[3], "\\n")
       cat(class(data$born), format(data$born), data$born_text[4], data$id[4], data$id_text[4])`,
    );
    expect(await runIn(folder, 'Rscript', ['--vanilla', 'check.R'])).toBe(
      '2 1 1 maybe \nDate 1990-01-31 NA 2001-12-01 NA NA 31/12/1990 7 007',
    );
  });

  it.runIf(hasProgram('pspp'))('has a script that PSPP runs as SPSS does', async () => {
    const folder = await unpack();
    writeFileSync(
      path.join(folder, 'check.sps'),
      "INSERT FILE='read-data.sps' SYNTAX=BATCH ENCODING='UTF-8'.\nDISPLAY DICTIONARY.\nFREQUENCIES /VARIABLES=own_phone.\nLIST.\n",
    );
    const text = await runIn(folder, 'pspp', ['-O', 'format=csv', 'check.sps']);
    const label = testVariables[1]?.label;
    expect(text).toContain(`\nnote,2,"${label}",Nominal,Input,17,Left,A17,A17\n`);
    expect(text).toContain('\nborn,3,DOB,Scale,Input,8,Right,SDATE10,SDATE10\n');
    expect(text).toContain(`\nOwn Phone,1,Yes\n,2,"No, don't"\n`);
    expect(text).toContain(
      `\nid,note,born,seen,own_phone
1,'=1+1,1990/01/31,2026-03-05 14:30:05,1
2,"Áine; ""x"", next",.,2026-03-05 00:00:00,2
3,,2001/12/01,.,.
`,
    );
  });

  it.runIf(hasProgram('pspp'))('loses no unexpected value in PSPP', async () => {
    const folder = await unpack([...testRows, ...oddRows]);
    const commands =
      "INSERT FILE='read-data.sps' SYNTAX=BATCH ENCODING='UTF-8'.\nLIST id id_text born born_text seen own_phone own_phone_text.\n";
    writeFileSync(path.join(folder, 'check.sps'), commands);
    const text = await runIn(folder, 'pspp', ['-O', 'format=csv', 'check.sps']);
    expect(text).toContain(
      `id,id_text,born,born_text,seen,own_phone,own_phone_text
1,1,1990/01/31,1990-01-31,2026-03-05 14:30:05,1,1
2,2,.,,2026-03-05 00:00:00,2,2
3,3,2001/12/01,2001-12-01,.,.,
7,007,.,31/12/1990,.,.,maybe
.,n/a,.,0000-00-00 00:00:00,.,1,1
`,
    );
  });
});
