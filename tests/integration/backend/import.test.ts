import { describe, expect, it } from 'vitest';
import { ImportError } from '../../../backend/import/import-error';
import { checkImportFile } from '../../../backend/import/import-file';
import { importTable } from '../../../backend/import/import-tables';
import { defined } from '../../../shared/defined';
import { addUser, STAMP, startHost } from '../../support/start-host';
import { take } from '../../support/take';
import { importer } from './import-support';

async function emptyHost() {
  const host = await startHost();
  return { ...host, ...importer(host) };
}

const header = 'study_number,Phone Number,DOB\n';
const counts = (added: number, changed: number, unchanged: number, refused = 0) => ({
  added,
  changed,
  unchanged,
  refused,
});

/** Returns a file of so many lines whose last line has a byte in another encoding. */
function latin(lines: number): Buffer {
  const rows = Array.from({ length: lines - 1 }, (_, n) => `Sé-${n}\n`).join('');
  return Buffer.concat([Buffer.from(`study_number\n${rows}`), Buffer.from('S-\xfc\n', 'latin1')]);
}

describe('a file that cannot be imported', () => {
  it.each([
    ['', 'The file is empty.'],
    [' \n\n', 'The file is empty.'],
    [header, 'The file holds no rows.'],
    ['[]', 'The file holds no rows.'],
    [Buffer.from([0xff, 0xfe, 0x61, 0x00]), /^Line 1: the text is not in UTF-8/],
    [
      Buffer.from('study_number\nS-1\nS-\xfc\nS-3\n', 'latin1'),
      /^Line 3: the text is not in UTF-8/,
    ],
    [latin(1_500), /^Line 1501: the text is not in UTF-8/],
    [Buffer.concat([Buffer.from('study_number\nS-1\n'), Buffer.from([0xe2, 0x82])]), /^Line 3: /],
    [`${header}S-1,"+260,1999-01-01\n`, 'Line 2: a quotation mark is opened and never closed.'],
    [
      `Study No,DOB,ID\r\n"S\r\n1",,\r\n\r\nS-2,"+260,\r\nS-3,,\r\n`,
      'Line 5: a quotation mark is opened and never closed.',
    ],
    [
      `Study No,DOB,ID\r\n"S\r\n1",,\r\nS-2,"a"b,\r\n`,
      /^Line 4: something stands behind a closing/,
    ],
    [`${header}S-1,"a"b,1999-01-01\n`, /^Line 2: something stands behind a closing quotation/],
    [`${header}S-1,a"b",1999-01-01\n`, /^Line 2: a quotation mark stands inside a cell/],
    ['study_number,,DOB\nS-1,2,3\n', 'Line 1: column 2 has no name.'],
    ['\n\nstudy_number,,DOB\nS-1,2,3\n', 'Line 3: column 2 has no name.'],
    [
      'Study No,Shoe Size,Hat\nS-1,2,3\n',
      'Line 1: participant records have no column “Shoe Size”, “Hat”.',
    ],
    ['study_number,Study No\nS-1,S-1\n', 'Line 1: two columns are for “Study No”.'],
    ['[{"study_number": "S-1"}, 7]', 'Line 1: the file must be a list of JSON objects.'],
    [
      '[{"study_number": "S-1"},\n{"study_number":\n ',
      'Line 3: the file ends in the middle of the object that begins on line 2.',
    ],
    ['[{"study_number": "S-1"}\n', 'Line 2: the file ends in the middle of its list.'],
    ['[{\n"study_number": "S-1",\n"DOB": 7x\n}]', 'Line 3: the object is not valid JSON.'],
    ['[{"study_number": "S-1",}]', 'Line 1: the object is not valid JSON.'],
    ['[{"study_number": "S-1" // why\n}]', 'Line 1: the object is not valid JSON.'],
    [
      '[{"study_number": "S-1"},\n{"study_number": "S-2",\n"DOB": null,\n"study_n\\u0075mber": 1}]',
      'Line 4: the key “study_number” appears twice in one object.',
    ],
    [
      '[{"study_number": [{"a": 1,\n"b": {"a": 1}, "a": 2}]}]',
      'Line 2: the key “a” appears twice in one object.',
    ],
    [`[{"study_number":\n${'['.repeat(200_000)}`, /^Line 2: lists and objects are nested too/],
    ['[{"study_number": S-1}]', 'Line 1: the object is not valid JSON.'],
    ['[{"study_number": "S-1"},\n{"hat": 1}]', 'Line 2: participant records have no column “hat”.'],
  ])('%j is refused as a whole: %s', async (content, message) => {
    const { check, run, rows } = await emptyHost();
    await expect(check('participants', content)).rejects.toThrow(message);
    await expect(run('participants', content)).rejects.toThrow(message);
    expect(await rows('participant')).toEqual([]);
  });

  it('may be one with a column of passwords, or one for the audit trail', async () => {
    const { check } = await emptyHost();
    await expect(check('users', 'user_username,user_password\nann,x\n')).rejects.toThrow(
      'Line 1: user records have no column “user_password”.',
    );
    await expect(async () => check('audit', 'audit_id\n1\n')).rejects.toThrow('there is no list');
  });
});

describe('a file without a column that its records need', () => {
  const many = (header: string, row: (n: number) => string) =>
    `${header}\n${Array.from({ length: 250 }, (_, n) => `${row(n)}\n`).join('')}`;

  it.each([
    [
      'colors',
      many('Name,Code', (n) => `Color ${n},#${n}`),
      'Line 2 is a new color: add a column “Status” to the file.',
    ],
    [
      'sms-categories',
      many('Name', (n) => `Category ${n}`),
      'Line 2 is a new SMS category: add the columns “Description” and “Status” to the file.',
    ],
    [
      'participants',
      many('ID,Residency', (n) => `${n + 1},Lusaka`),
      'Line 2 is a new participant: add a column “Study No” to the file.',
    ],
    [
      'participants',
      many('Residency', () => 'Lusaka'),
      'Add a column “ID” or “Study No” to the file.',
    ],
    [
      'participants',
      many('ID,Residency', () => ',Lusaka'),
      'Line 2 has no ID: add a column “Study No” to the file.',
    ],
    [
      'analytics',
      many('username,duration', () => 'pn1,1'),
      'Add a column “ID” or the columns “Start Date”, “Type” and “Subject” to the file.',
    ],
    [
      'colors',
      many('Name,Code,User', (n) => `Color ${n},#${n},${'x'.repeat(6_000)}`),
      'Line 2 is a new color: add a column “Status” to the file.',
    ],
  ])(
    '(%s) is refused with one error for the whole file, which names the column',
    async (list, content, message) => {
      const { check, run, rows } = await emptyHost();
      await expect(check(list, content)).rejects.toThrow(new ImportError(message));
      await expect(run(list, content)).rejects.toThrow(new ImportError(message));
      expect(await rows('import_row')).toEqual([]);
    },
  );

  it('can change existing records, but is refused with the line of the first new record', async () => {
    const { check, run } = await emptyHost();
    await run('countries', 'Name,Code,Status\nZambia,+260,Active\nMalawi,+265,Active\n');
    const codes = 'Name,Code\nZambia,+1\nMalawi,+2\n';
    expect(await check('countries', codes)).toMatchObject(counts(0, 2, 0));
    await expect(check('countries', `${codes}Kenya,+3\n`)).rejects.toThrow(
      'Line 4 is a new country: add a column “Status” to the file.',
    );
  });
});

describe('a row that is refused', () => {
  const usage = 'username,start_date,type,subject,duration\n';
  it.each([
    ['participants', 2, 'The row has 2 cells, the header has 3', `${header}S-1,+260\n`],
    ['participants', 4, /^DOB must be a date such as/, `${header}S-1,"260\n97",\nS-2,,soon\n`],
    ['participants', 5, /^DOB must be a date/, 'Study No,DOB\r\n"S\r\n1",\r\n\r\nS-2,soon\r\n'],
    ['participants', 2, /^DOB must be a date such as/, `${header}S-1,,31/03/2026\n`],
    ['participants', 2, /^DOB must be a date such as/, `${header}S-1,,2026-02-30\n`],
    [
      'participants',
      2,
      'Phone Number holds a character that cannot be saved',
      `${header}S-1,\0,\n`,
    ],
    ['participants', 2, /5,000 characters or fewer/, `${header}S-1,${'x'.repeat(5_001)},\n`],
    ['participants', 2, 'ID or study_number is required', `${header},+260,\n`],
    [
      'participants',
      4,
      'Line 4 repeats the study_number of line 2',
      `${header}S-1,,\nS-2,,\nS-1,,\n`,
    ],
    ['participants', 2, 'The ID is not valid', 'ID,Study No\n-4,S-1\n'],
    ['participants', 2, 'Study No is required', 'ID,Study No\n4,\n'],
    ['participants', 1, 'ID or Study No is required', '{"residency": "Lusaka"}'],
    ['analytics', 2, /whole number/, `${usage}pn1,,,,1.5\n`],
    ['analytics', 2, /whole number/, `${usage}pn1,,,,9999999999\n`],
    ['countries', 2, /Phone code is required/, 'Name,Code,Status\nZambia,,Active\n'],
    ['countries', 1, 'Status is required', '{"Name": "Zambia", "Code": "+260"}'],
    [
      'countries',
      2,
      /^Status “Perhaps” is not one of Active, Disabled$/,
      'Name,Code,Status\nZambia,+260,Perhaps\n',
    ],
    [
      'countries',
      2,
      /^Name “Zembla” is not the name of a country$/,
      'Name,Code,Status\nZembla,+1,1\n',
    ],
    [
      'countries',
      3,
      'Line 3 repeats the Name of line 2',
      'Name,Code,Status\nZambia,1,1\nzambia,1,1\n',
    ],
    ['colors', 3, 'Line 3 repeats the Name of line 2', 'Name,Code,Status\nRed,#1,1\nred,#1,1\n'],
    [
      'users',
      2,
      /Please enter a valid email address/,
      'user_username,First Name,Last Name,Email,Role,Status\nann,a,b,nobody,2,1\n',
    ],
    [
      'facilities',
      2,
      /Latitude must be a number from -90 to 90/,
      'Name,Address,Latitude,Longitude,Status\nClinic,Road,91,2,1\n',
    ],
    ['quiz-attempts', 2, /^Quiz could not be found/, 'Quiz,User,Date\n7,a,\n'],
    [
      'sms-phones',
      2,
      /^Category “Nowhere” could not be found$/,
      'Number,Name,Category,Status\n+260,A,Nowhere,1\n',
    ],
    ['study-followup', 2, 'Status is required', 'WhatsApp,Name,Months,Status\n+260,A,1,\n'],
    ['phones', 2, 'phone_status and Status differ', 'Number,Status,phone_status\n+260,Public,2\n'],
  ])('in %s: line %i: %s', async (list, line, reason, content) => {
    const { check, run } = await emptyHost();
    const report = await check(list, content);
    expect(report.refused).toBe(1);
    expect(defined(report.refusals[0]).line).toBe(line);
    expect(defined(report.refusals[0]).reason).toMatch(reason);
    expect((await run(list, content)).refusals).toEqual(report.refusals);
  });

  it('is reported with everything that is wrong in it, and the values', async () => {
    const host = await emptyHost();
    await addUser(host, { uname: 'boss', uemail: 'boss@x.example' });
    const report = await host.check(
      'users',
      `user_username,First Name,Last Name,Email,Role,Status\nann,,b,nobody,Boss,Activ\nben,a,b,boss@x.example,2,${'x'.repeat(80)}\n`,
    );
    expect(report.refusals.map(({ reason }) => reason.split('\n'))).toEqual([
      [
        'First name is required',
        'Please enter a valid email address: “nobody”',
        'Role “Boss” is not one of Administrator, Researcher',
        'Status “Activ” is not one of Active, Disabled',
      ],
      [
        `Status “${'x'.repeat(50)}…” is not one of Active, Disabled`,
        "The email 'boss@x.example' belongs to another user",
      ],
    ]);
  });

  it('is reported with its other errors too, even if its record cannot be identified', async () => {
    const { check } = await emptyHost();
    const [row] = take((await check('participants', 'ID,Study No,DOB\n-4,S-1,soon\n')).refusals, 1);
    expect(row.reason.split('\n')).toEqual([
      'The ID is not valid: “-4”',
      'DOB must be a date such as 2026-03-31 or 31 March 2026: “soon”',
    ]);
    const json = '{"Name": "Zembla", "c_status": "Activ"}';
    const [country] = take((await check('countries', json)).refusals, 1);
    expect(country.reason.split('\n')).toEqual([
      'Name “Zembla” is not the name of a country',
      'c_status “Activ” is not one of Active, Disabled',
    ]);
  });

  it('is reported if a phone number is none, unless the record has it already', async () => {
    const { check, post } = await emptyHost();
    const phone = { uid: '0', uname: 'Clinic', uservices: '', uhours: '', unames: '' };
    await post('pfacility/update', {
      ...{ ...phone, ucontact: 'ask at the desk', ustatus: '1', user: 'ann' },
    });
    const file = (contact: string, name = 'Clinic') =>
      `Name,Phone,Status\n${name},${contact},Active\n`;
    expect(await check('peer-navigator-facilities', file('ask at the desk'))).toMatchObject({
      unchanged: 1,
      refusals: [],
    });
    for (const name of ['Clinic', 'Another clinic']) {
      const report = await check('peer-navigator-facilities', file('abc', name));
      expect(report.refusals.map(({ reason }) => reason)).toEqual([
        'Phone must be a phone number of at least 3 digits. It may also contain spaces, + ( ) - . / and “ext”: “abc”',
      ]);
    }
    expect(await check('peer-navigator-facilities', file('+260 97 1'))).toMatchObject({
      changed: 1,
    });
  });

  it('is reported with its values, shortened, and without empty ones', async () => {
    const { check } = await emptyHost();
    const report = await check(
      'peer-navigator-facilities',
      `Name,Services,Work Hours,Phone,Status\nClinic,,${'x'.repeat(80)},abc,Active\n`,
    );
    expect(defined(report.refusals[0]).cells).toEqual([
      { title: 'Name', text: 'Clinic' },
      { title: 'Work Hours', text: `${'x'.repeat(30)}…${'x'.repeat(30)}` },
      { title: 'Phone', text: 'abc' },
      { title: 'Status', text: 'Active' },
    ]);
  });

  it('is reported with its values in the first twenty refusals, and with twenty values at most', async () => {
    const { check } = await emptyHost();
    const texts = Array.from({ length: 25 }, (_, n) => `T${n}`);
    const targets = Object.entries(importTable('participant')?.table.columns ?? {})
      .filter(([, { kind, sql }]) => kind === 'text' && !sql)
      .map(([name]) => name);
    const map = Object.fromEntries(texts.map((title, n) => [title, defined(targets[n])]));
    const rows = Array.from({ length: 22 }, () => texts.map(() => 'x')).join('\n');
    const { refusals } = await check(
      'participants',
      `${texts},DOB\n${rows.replaceAll('\n', ',no\n')},no\n`,
      map,
    );
    expect(refusals).toHaveLength(22);
    expect(refusals.map(({ cells }) => cells?.length)).toEqual([
      ...Array.from({ length: 20 }, () => 20),
      undefined,
      undefined,
    ]);
  });

  it('is reported without the values of a column of passwords', async () => {
    const { check } = await emptyHost();
    const password = 'correct-horse-'.repeat(30);
    const file = `user_username,First Name,Last Name,Email,Role,Status,Password\nann,a,b,ann@x.example,2,1,${password}\n`;
    const report = await check('users', file, { Password: 'user_phone' });
    expect(report.refusals).toHaveLength(1);
    expect(defined(report.refusals[0]).reason).toContain('Password');
    expect(JSON.stringify(report)).not.toContain('horse');
  });

  it('is reported with its first thirty errors and the number of the others', async () => {
    const { check } = await emptyHost();
    const texts = Array.from({ length: 40 }, (_, n) => `T${n}`);
    const targets = Object.entries(importTable('participant')?.table.columns ?? {})
      .filter(([name, { kind, sql }]) => kind === 'text' && !sql && name !== 'study_number')
      .map(([name]) => name);
    const map = Object.fromEntries(texts.map((title, n) => [title, defined(targets[n])]));
    const file = `Study No,${texts}\nS-1,${texts.map(() => 'x'.repeat(5_001))}\n`;
    const [row] = take((await check('participants', file, map)).refusals, 1);
    const reasons = row.reason.split('\n');
    expect(reasons).toHaveLength(31);
    expect(reasons[30]).toBe('and 10 more');
  });

  it('prevents the import of all other rows, and the audit entry says so', async () => {
    const { run, rows } = await emptyHost();
    const many = Array.from({ length: 450 }, (_, n) => `S-${n},,`).join('\n');
    const report = await run('participants', `${header}${many}\nS-x,,soon\n`);
    expect(report).toMatchObject(counts(450, 0, 0, 1));
    expect(await rows('participant')).toEqual([]);
    expect(await rows('audit_entry')).toMatchObject([
      { audit_description: 'The import of participant records was refused: nothing was imported' },
    ]);
  });

  it('is listed if it is among the first hundred, and only counted otherwise', async () => {
    const { check } = await emptyHost();
    const report = await check('participants', header + 'S-1,,soon\n'.repeat(130));
    expect(report).toMatchObject({ refused: 130, stopped: false });
    expect(report.refusals).toHaveLength(100);
  });

  it('ends the check if it is the thousandth, and the rest of the file is not read', async () => {
    const host = await emptyHost();
    const wrong = (rows: number) => header + 'S-1,,soon\n'.repeat(rows);
    const all = await host.check('participants', wrong(1_000));
    expect(all).toMatchObject({ rows: 1_000, refused: 1_000, stopped: false });
    const { open, ...job } = host.job('participants', wrong(100_000));
    let read = 0;
    const counted = async function* () {
      for await (const piece of open()) {
        read += piece.length;
        yield piece;
      }
    };
    for (const report of [
      await checkImportFile(host.db, { ...job, open: counted }),
      await host.run('participants', wrong(100_000)),
    ])
      expect(report).toMatchObject({ rows: 1_000, refused: 1_000, stopped: true });
    expect(read).toBeLessThan(wrong(20_000).length);
    const quotes = `${wrong(100_000)}S-2,"`;
    expect(await host.check('participants', quotes)).toMatchObject({ stopped: true });
  });

  it('may be one whose ID and study number belong to different records', async () => {
    const { run, check } = await emptyHost();
    await run('participants', 'ID,Study No\n4,S-4\n');
    const [other, moved] = take(
      (await check('participants', 'ID,Study No\n4,S-5\n9,S-4\n')).refusals,
      2,
    );
    expect(other.reason).toBe('Study No differs from that of the record with the ID 4: “S-5”');
    expect(moved.reason).toBe('The record with this Study No has the ID 4, not 9');
  });

  it('is reported with a request for the ID if several records have the same name', async () => {
    const { run, check, db } = await emptyHost();
    await run('peer-navigator-facilities', 'ID,Name,Status\n1,Corner,1\n2,Corner,1\n');
    const report = await check('peer-navigator-facilities', 'Name,Services\nCorner,PrEP\n');
    expect(defined(report.refusals[0]).reason).toBe(
      '2 records have this Name: add a column with the ID',
    );
    expect(await db.selectFrom('pfacility').selectAll().execute()).toHaveLength(2);
  });

  it('may be valid alone, but leave no active administrator after an earlier row of the file', async () => {
    const host = await emptyHost();
    await addUser(host, { uname: 'boss', uemail: 'boss@x.example', urole: '1' });
    const both = 'user_username,Status\nadmin,Disabled\nboss,Disabled\n';
    const report = await host.run('users', both);
    expect(report.refusals).toMatchObject([
      { line: 3, reason: expect.stringContaining('last active Administrator') },
    ]);
    const users = await host.rows('user_account');
    expect(users.map((user) => user.user_status)).toEqual([1, 1]);
  });
});

describe('an import', () => {
  it('reports what it would do, does it, and changes nothing when it is repeated', async () => {
    const { check, run, rows } = await emptyHost();
    const first = `${header}S-1,+260970,1999-01-02\nS-2,,31 March 2001\n`;
    expect(await check('participants', first)).toMatchObject(counts(2, 0, 0));
    expect(await rows('participant')).toEqual([]);
    expect(await run('participants', first)).toMatchObject(counts(2, 0, 0));
    const stored = await rows('participant');
    expect(stored).toMatchObject([
      { study_number: 'S-1', phone_number: '+260970', birthday: '1999-01-02' },
      { study_number: 'S-2', phone_number: null, birthday: '2001-03-31' },
    ]);
    expect(await run('participants', first)).toMatchObject(counts(0, 0, 2));
    expect(await rows('participant')).toEqual(stored);

    const second = `${header}S-1,,1999-01-02\nS-3,,\n`;
    const report = await run('participants', second);
    expect(report).toMatchObject(counts(1, 1, 0));
    expect(report.changes).toEqual([{ column: 'Phone Number', records: 1 }]);
    expect((await rows('participant')).map((row) => row.phone_number)).toEqual([null, null, null]);
  });

  it('keeps the values of columns that the file does not have', async () => {
    const { run, rows } = await emptyHost();
    await run('participants', `${header}S-1,+260970,1999-01-02\n`);
    await run('participants', 'Study No,Residency\nS-1,Lusaka\n');
    expect(await rows('participant')).toMatchObject([
      { phone_number: '+260970', birthday: '1999-01-02', residency: 'Lusaka' },
    ]);
  });

  it('leaves one entry in the audit trail, with the user, the counts and the name of the file', async () => {
    const { run, rows } = await emptyHost();
    await run('participants', `${header}S-1,,\n`);
    expect(await rows('audit_entry')).toMatchObject([
      {
        audit_username: 'admin',
        audit_action: 'Import',
        audit_title: 'Import Data',
        audit_description: 'Imported participant: 1 new, 0 changed, 0 unchanged, from data.csv',
        audit_date: STAMP,
      },
    ]);
  });

  it('sets the user and date of records that it adds or changes, unless the file gives them', async () => {
    const { run, rows } = await emptyHost();
    await run(
      'countries',
      'Name,Code,Status,User,Date\nZambia,+260,Active,old-system,2020-05-06 07:08:09\nMalawi,+265,2,,\n',
    );
    expect(await rows('country')).toMatchObject([
      { country_createuser: 'old-system', country_createdate: '2020-05-06 07:08:09' },
      { country_createuser: 'admin', country_createdate: STAMP, country_status: 2 },
    ]);
    await run('countries', 'Name,Code\nZambia,+999\n');
    const [zambia] = take(await rows('country'), 1);
    expect(zambia).toMatchObject({ country_code: '+999', country_lastupdateuser: 'admin' });
    expect(zambia.country_createuser).toBe('old-system');
  });

  it('writes country names as the form has them, and keeps stored names that the form does not have', async () => {
    const { run, rows, db } = await emptyHost();
    await run('countries', 'ID,Name,Code,Status\n1,ZAMBIA,+260,Active\n');
    expect(await rows('country')).toMatchObject([{ country_name: 'Zambia' }]);
    await db.updateTable('country').set({ country_name: 'Zaïre' }).execute();
    expect(await run('countries', 'ID,Name,Code\n1,Zaïre,+243\n')).toMatchObject(counts(0, 1, 0));
    expect(await rows('country')).toMatchObject([{ country_name: 'Zaïre', country_code: '+243' }]);
  });

  it('adds nothing if names differ only in their Unicode form', async () => {
    const { run } = await emptyHost();
    const names = ['Écru', 'Ångström', 'Żółty', 'ẛ̣'];
    const file = (form: string) =>
      `Name,Code,Status\n${names.map((name) => `${name.normalize(form)},#1,1\n`).join('')}`;
    expect(await run('colors', file('NFC'))).toMatchObject(counts(4, 0, 0));
    expect(await run('colors', file('NFD'))).toMatchObject(counts(0, 0, 4));
  });

  it('is refused for a number of JSON that is not read exactly, and for half a character', async () => {
    const { run } = await emptyHost();
    const json = [
      '{"study_number": 12345678901234567891}',
      '{"study_number": "S-2", "residency": 1e400}',
      '{"study_number": "S-3", "residency": "a\\ud800b"}',
      '{"study_number": "S-4", "residency": 1.5}',
    ];
    const { refusals } = await run('participants', `[${json.join(',\n')}]`);
    expect(refusals.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'study_number is a number that cannot be read exactly: put it in quotation marks'],
      [2, 'residency is a number that cannot be read exactly: put it in quotation marks'],
      [3, expect.stringContaining('holds a character that cannot be saved')],
    ]);
  });

  it('is refused for a phone whose number another record, or another row, has in another form', async () => {
    const { run, rows } = await emptyHost();
    await run('phones', 'Number,Status\n+260971234567,Public\n');
    const typed = ['260971234567', '0971234567', '00260971234567', '+27971234567'];
    const { refusals } = await run(
      'phones',
      `Number,Status\n${typed.map((number) => `${number},Public\n`).join('')}`,
    );
    const isKnown = 'A record has this Number as “+260971234567”: write it like that';
    expect(refusals.map(({ line, reason }) => [line, reason])).toEqual([
      [2, isKnown],
      [3, isKnown],
    ]);
    const twice = await run('phones', 'Number,Status\n+260970000001,Public\n0970000001,Public\n');
    expect(twice.refusals.map(({ reason }) => reason)).toEqual([
      'Line 3 repeats the Number of line 2',
    ]);
    expect(await rows('phone')).toHaveLength(1);
  });

  it('reads words and numbers for a status, and names for a category', async () => {
    const { run, rows } = await emptyHost();
    await run('sms-categories', 'Name,Description,Status\nRefills,x,inactive\nNews,y,1\n');
    await run('sms-phones', 'Name,Number,Category,Status\nAnn,+260,news,Active\n');
    expect(await rows('sms_category')).toMatchObject([
      { sms_cat_status: 2 },
      { sms_cat_status: 1 },
    ]);
    expect(await rows('sms_phone')).toMatchObject([{ sms_phone_category: 2 }]);
    await run('phones', 'Number,Status\n+260,Moderator\n+261,participant\n+262,1\n');
    expect((await rows('phone')).map((row) => row.phone_status)).toEqual([4, 3, 1]);
  });

  it('assigns the columns of a file to fields by the operator’s mapping', async () => {
    const { run, rows } = await emptyHost();
    const map = { 'Study ID': 'study_number', Tel: 'Phone Number', Remarks: null };
    const report = await run('participants', 'Study ID,Tel,Remarks\nS-1,+260,none\n', map);
    expect(report.leftAside).toEqual(['Remarks']);
    expect(await rows('participant')).toMatchObject([
      { study_number: 'S-1', phone_number: '+260' },
    ]);
  });

  it('reads semicolons, Windows line ends, a byte order mark and blank rows', async () => {
    const { run, rows } = await emptyHost();
    const file = '\uFEFFStudy No;residency\r\nS-1;"a;b"\r\n;\r\n\r\nS-2;c\r\n';
    expect(await run('participants', file)).toMatchObject(counts(2, 0, 0));
    expect((await rows('participant')).map((row) => row.residency)).toEqual(['a;b', 'c']);
  });

  it('reads JSON as one list or as one object per line, and keeps string values unchanged', async () => {
    const { run, rows } = await emptyHost();
    const list = [
      { study_number: 'S-1', residency: "'=1+1", DOB: null },
      { study_number: 'S-2 {"\\', residency: 'Éva 😀' },
    ];
    expect(await run('participants', JSON.stringify(list, null, 2))).toMatchObject(counts(2, 0, 0));
    expect(await rows('participant')).toMatchObject([
      { study_number: 'S-1', residency: "'=1+1", birthday: null },
      { study_number: 'S-2 {"\\', residency: 'Éva 😀' },
    ]);
    const lines = list.map((row) => JSON.stringify(row)).join('\n');
    expect(await run('participants', lines)).toMatchObject(counts(0, 0, 2));
    const quiz = { Question: 'PrEP?', Status: 'Active', quiz_options: [{ id: 1, correct: 1 }] };
    await run('quizzes', JSON.stringify([quiz]));
    expect(await rows('quiz')).toMatchObject([{ quiz_options: '[{"id":1,"correct":1}]' }]);
  });

  it('keeps the IDs of a file, so that references to them stay valid', async () => {
    const { run, rows } = await emptyHost();
    await run('quizzes', 'ID,Question,Status\n40,What is PrEP?,Active\n');
    await run('quiz-attempts', 'ID,Quiz,Score %,User,Date\n7,40,66.7,ann,2026-01-02\n');
    expect(await rows('quiz_attempt')).toMatchObject([{ attempt_id: 7, attempt_quiz: 40 }]);
    expect(await run('quizzes', 'ID,Question\n40,What is ART?\n')).toMatchObject(counts(0, 1, 0));
  });
});
