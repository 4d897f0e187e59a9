import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { columnTitles } from '../support/column-titles';
import { findLabel } from '../support/editable-entities';
import { type FormValues, formValues } from '../support/form-values';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { savedRecord } from '../support/saved-record';
import { take } from '../support/take';

const remote = remotePanel({}, { shared: true });

interface ServiceCase extends FormValues {
  /** A record as the host answers `{entity}/id/5`. */
  record: Record<string, unknown>;
  /** The fields that an unchanged record posts. */
  unchanged: Record<string, string>;
}

const forms: ServiceCase[] = [
  {
    ...formValues.facility,
    record: {
      facility_id: '5',
      facility_name: 'Chilenje Clinic',
      facility_address: 'Plot 1',
      facility_tollfree: 990,
      facility_whatsapp: null,
      facility_email: '',
      facility_website: 'clinic.example',
      facility_phone: '+260970000001',
      facility_contraception: 1,
      facility_prep: '1',
      facility_abortion: 2,
      facility_menstrual: 0,
      facility_sti: 'No',
      facility_art: 'yes',
      facility_lat: -15.4167,
      facility_lon: '28.2833',
      facility_thumbnailUrl: 'https://files.example/old thing.png',
      facility_content: '<div class="x">Old<img src="a.png"></div>\r\n',
      f_status: 'Inactive',
    },
    unchanged: {
      uname: 'Chilenje Clinic',
      uaddress: 'Plot 1',
      utollfree: '990',
      uwhatsapp: '',
      uemail: '',
      uwebsite: 'clinic.example',
      uphone: '+260970000001',
      ucontraception: '1',
      uprep: '1',
      uabortion: '2',
      umenstrual: '2',
      usti: '2',
      uart: '1',
      ulat: '-15.4167',
      ulon: '28.2833',
      uthumbnail: 'https://files.example/old thing.png',
      ucontent: '<div class="x">Old<img src="a.png"></div>\r\n',
      ustatus: '2',
    },
  },
  {
    ...formValues.pfacility,
    record: {
      pfacility_id: 5,
      pfacility_name: 'Youth Corner',
      pfacility_services: 'PrEP\r\nHIV test',
      pfacility_hours: null,
      pfacility_names: 'Bwalya',
      pfacility_contact: 970,
      f_status: 1,
    },
    unchanged: {
      uname: 'Youth Corner',
      uservices: 'PrEP\r\nHIV test',
      uhours: '',
      unames: 'Bwalya',
      ucontact: '970',
      ustatus: '1',
    },
  },
  {
    ...formValues.resource,
    record: {
      resource_id: 5,
      resource_name: 'What PrEP is',
      resource_description: 'For young people',
      resource_url: 'file.pdf',
      resource_thumbnailUrl: null,
      resource_content: '<center>Old</center>',
      r_type: 'Standard',
      r_status: 'Active',
    },
    unchanged: {
      uname: 'What PrEP is',
      udescription: 'For young people',
      uurl: 'file.pdf',
      uthumbnail: '',
      ustatus: '1',
      utype: '1',
      ucontent: '<center>Old</center>',
    },
  },
];

const cases = forms.map((form) => ({ ...form, typed: { ...form.typed, ...form.further } }));

const hostile = `<script>alert(1)</script>' OR 1=1 --"&é🙂`;

describe.each(cases)('the form of a $name', (form) => {
  const { entity, name } = form;
  const update = `${entity}/update`;
  const key = `${entity}_id`;
  const shown = (label: string) => remote.visitor.shownValue(label);
  const alert = () =>
    remote.visitor.page
      .getAllByRole('alert')
      .map(({ textContent }) => textContent)
      .join('');
  const holdRecord = () => remote.host.on(`${entity}/id/5`, () => envelope([form.record]));

  it('names every missing field of an empty form in a summary that links to it', async () => {
    const { visitor } = remote;
    await visitor.open(`/${entity}/add`);
    await visitor.press('Save');
    expect(visitor.status).toBe(400);
    const links = visitor.page
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith('#record'));
    expect(links.map((link) => link.textContent)).toEqual(form.required);
    for (const link of links) {
      expect(visitor.document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
    }
    expect(remote.host.to(update)).toEqual([]);
  });

  it('asks for the one field that is missing, and keeps the values of the other fields', async () => {
    const { visitor } = remote;
    for (const message of form.required) {
      const { [findLabel(entity, message)]: left, ...others } = form.typed;
      expect(left).toBeDefined();
      await visitor.open(`/${entity}/add`);
      await visitor.press('Save', others);
      expect(alert()).toBe(`There is a problem${message}`);
      for (const [field, value] of Object.entries(others)) expect(shown(field)).toBe(value);
    }
    expect(remote.host.to(update)).toEqual([]);
  });

  it('refuses an over-long text and keeps what was typed', async () => {
    const { visitor } = remote;
    await visitor.open(`/${entity}/add`);
    await visitor.press('Save', { ...form.typed, Name: 'x'.repeat(6_000) });
    expect(alert()).toContain('Name must be 255 characters or fewer');
    expect(shown('Name')).toHaveLength(6_000);
    expect(remote.host.to(update)).toEqual([]);
  });

  it.each([
    ['is down', () => undefined, 'An error occured when adding NOUN. Please try again'],
    [
      'answers a text',
      () => 'saved',
      'Unable to process server response for adding NOUN from server',
    ],
    ['refuses', () => refusal('It exists already'), 'It exists already'],
  ])('keeps all typed values when the host %s', async (_, answer, message) => {
    remote.host.on(update, (_call, response) => answer() ?? void response.destroy());
    const { visitor } = remote;
    await visitor.open(`/${entity}/add`);
    await visitor.press('Save', form.typed);
    expect(alert()).toContain(message.replace('NOUN', name));
    for (const [field, value] of Object.entries(form.typed)) expect(shown(field)).toBe(value);
  });

  it('has no Save button for a record that cannot be loaded, and does not save a record that has vanished', async () => {
    const { visitor } = remote;
    const gone = () => refusal(`The specified ${name} '5' could not be found`);
    remote.host.on(`${entity}/id/5`, gone);
    await visitor.open(`/${entity}/edit/5`);
    expect(alert()).toContain('could not be found');
    expect(visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
    holdRecord();
    await visitor.open(`/${entity}/edit/5`);
    remote.host.on(`${entity}/id/5`, gone);
    await visitor.press('Save', form.typed);
    expect(visitor.status).toBe(400);
    expect(alert()).toContain('could not be found');
    expect(remote.host.to(update)).toEqual([]);
  });

  it('posts an addition in the host’s own field names, and leads to its edit page', async () => {
    remote.host.on(update, () => envelope([{ [key]: 41 }]));
    remote.host.on(`${entity}/id/41`, () =>
      envelope([{ ...savedRecord(entity, form.posted), [key]: 41 }]),
    );
    const { visitor } = remote;
    await visitor.open(`/${entity}/add?list=page%3D2`);
    await visitor.press('Save', form.typed);
    expect(remote.host.to(update).map(({ fields }) => fields)).toEqual([
      { uid: '0', ...form.posted, user: 'ann' },
    ]);
    expect(visitor.url).toBe(`${remote.panel.url}/${entity}/edit/41?list=page%3D2`);
    expect(visitor.page.getByRole('status').textContent).toContain(
      `The ${name} has been successfully saved!`,
    );
    expect(
      visitor.page.getByRole('link', { name: `Back to ${form.plural}` }).getAttribute('href'),
    ).toBe(`${form.list}?page=2`);
    await expect
      .poll(() =>
        remote.host
          .to('audit/update')
          .map(({ fields }) => fields.uaction)
          .sort(),
      )
      .toEqual(['Add', 'View', 'View']);
  });

  it('posts a record back as it was loaded when nothing is changed', async () => {
    holdRecord();
    remote.host.on(update, () => envelope(null));
    await remote.visitor.open(`/${entity}/edit/5`);
    await remote.visitor.press('Save');
    expect(remote.host.to(update).map(({ fields }) => fields)).toEqual([
      { uid: '5', ...form.unchanged, user: 'ann' },
    ]);
  });

  it('posts an edit in the host’s own field names', async () => {
    holdRecord();
    remote.host.on(update, () => envelope(null));
    await remote.visitor.open(`/${entity}/edit/5`);
    await remote.visitor.press('Save', form.typed);
    expect(remote.host.to(update).map(({ fields }) => fields)).toEqual([
      { uid: '5', ...form.posted, user: 'ann' },
    ]);
  });

  it('does not overwrite what someone else has saved meanwhile', async () => {
    holdRecord();
    const { visitor } = remote;
    await visitor.open(`/${entity}/edit/5`);
    remote.host.on(`${entity}/id/5`, () =>
      envelope([{ ...form.record, [`${entity}_name`]: 'Changed by someone' }]),
    );
    await visitor.press('Save', form.typed);
    expect(visitor.status).toBe(409);
    expect(visitor.page.getByRole('table').textContent).toContain('Changed by someone');
    expect(remote.host.to(update)).toEqual([]);
    remote.host.on(update, () => envelope(null));
    await visitor.press('Save my version over it');
    expect(remote.host.to(update).map(({ fields }) => fields)).toEqual([
      { uid: '5', ...form.posted, user: 'ann' },
    ]);
  });

  it('shows text that contains markup and a script as text', async () => {
    const texts = Object.keys(form.record).filter((field) => field !== key);
    remote.host.on(`${entity}/id/5`, () =>
      envelope([{ ...Object.fromEntries(texts.map((field) => [field, hostile])), [key]: 5 }]),
    );
    await remote.visitor.open(`/${entity}/edit/5`);
    expect(shown('Name')).toBe(hostile);
    expect(remote.visitor.html).not.toContain('<script>alert');
  });

  it('refuses a press of a button that it does not have', async () => {
    const { visitor } = remote;
    for (const intent of [
      '{"type":"update","payload":{"name":"f_status"}}',
      '{"type":"reset"}',
      'x',
    ]) {
      await visitor.open(`/${entity}/add`, {
        method: 'POST',
        body: new URLSearchParams({ __intent__: intent }),
      });
      expect(visitor.status).toBe(400);
    }
  });

  it('asks before it deletes, and shows a message on the list after the deletion', async () => {
    holdRecord();
    remote.host.on(`${entity}/delete`, () => envelope(null));
    const { visitor } = remote;
    await visitor.open(`/delete/${entity}/5?list=size%3D50`);
    expect(remote.host.to(`${entity}/delete`)).toEqual([]);
    await visitor.press('Delete');
    expect(remote.host.to(`${entity}/delete`).map(({ fields }) => fields)).toEqual([{ uid: '5' }]);
    expect(visitor.url).toBe(`${remote.panel.url}${form.list}?size=50`);
    expect(visitor.page.getByRole('status').textContent).toContain(
      `The ${name} has been successfully deleted!`,
    );
  });
});

describe.each([
  {
    path: '/facilities',
    source: 'facility/list',
    title: 'Facilities',
    shown: ['ID', 'Name', 'Address', 'Phone', 'Email', 'Status', 'Date'],
    hiddenColumn: ['facility_website', 'Website'],
    link: '/facility/edit/5',
  },
  {
    path: '/peer-navigator-facilities',
    source: 'pfacility/list',
    title: 'PN Facilities',
    shown: ['ID', 'Name', 'Services', 'Work Hours', 'Contact', 'Phone', 'Status', 'Date'],
    link: '/pfacility/edit/5',
  },
  {
    path: '/resources',
    source: 'resource/list',
    title: 'Resources',
    shown: ['ID', 'Name', 'Type', 'Description', 'Status', 'User', 'Date'],
    hiddenColumn: ['resource_url', 'URL'],
    link: '/resource/edit/5',
  },
])('the list $path', ({ path, source, title, shown, hiddenColumn, link }) => {
  const titles = () => columnTitles(remote.visitor.page.getAllByRole('columnheader'));

  it('has its columns, ten rows a page, and links to add, edit and delete records', async () => {
    const { visitor } = remote;
    const form = cases.find((candidate) => candidate.list === path);
    const rows = Array.from({ length: 12 }, () => form?.record);
    remote.host.on(source, () => envelope(rows));
    await visitor.open(path);
    expect(titles()).toEqual(shown);
    expect(visitor.page.getByText('1–10 of 12')).toBeTruthy();
    expect(visitor.page.getByRole('link', { name: 'Add' }).getAttribute('href')).toBe(
      `/${form?.entity}/add`,
    );
    expect(visitor.document.querySelector(`a[href="${link}"]`)).not.toBeNull();
    expect(visitor.document.querySelector(`a[href="/delete/${form?.entity}/5"]`)).not.toBeNull();
    expect(visitor.page.getByRole('button', { name: 'Export 12 rows' })).toBeTruthy();
    expect(defined(remote.host.to('audit/update')[0]).fields).toMatchObject({
      utitle: title,
      uaction: 'View',
    });
    if (!hiddenColumn) return;
    await visitor.open(`${path}?cols=${hiddenColumn[0]}`);
    expect(titles()).toEqual([hiddenColumn[1]]);
  });

  it('says why it is empty when the host is down', async () => {
    const words = title.replace(/[A-Z][a-z]+/g, (word) => word.toLowerCase());
    remote.host.on(source, (_call, response) => void response.destroy());
    await remote.visitor.open(path);
    expect(remote.visitor.page.getByRole('alert').textContent).toContain(
      `An error occured when loading ${words} from server`,
    );
  });
});

describe('a facility', () => {
  const [{ typed }] = take(cases, 1);

  it.each([
    ['Latitude', '90.01', 'Latitude must be a number from -90 to 90'],
    ['Latitude', 'north', 'Latitude must be a number from -90 to 90'],
    ['Longitude', '-180.5', 'Longitude must be a number from -180 to 180'],
    ['Longitude', '1e2', 'Longitude must be a number from -180 to 180'],
    ['Email', 'not an address', 'Please enter a valid email address'],
    ['Thumbnail address', 'javascript:alert(1)', 'must be an address that begins with https://'],
  ])('refuses the %s %s', async (label, value, message) => {
    const { visitor } = remote;
    await visitor.open('/facility/add');
    await visitor.press('Save', { ...typed, [label]: value });
    expect(defined(visitor.page.getAllByRole('alert')[0]).textContent).toContain(message);
    expect(remote.host.to('facility/update')).toEqual([]);
  });

  it('may have a latitude of -90 and a longitude of 180', async () => {
    remote.host.on('facility/update', () => envelope(null));
    await remote.visitor.open('/facility/add');
    await remote.visitor.press('Save', { ...typed, Latitude: '-90', Longitude: '180' });
    expect(defined(remote.host.to('facility/update')[0]).fields).toMatchObject({
      ulat: '-90',
      ulon: '180',
    });
  });

  it('with content that the editor would change shows a warning', async () => {
    remote.host.on('facility/id/5', () => envelope([defined(cases[0]).record]));
    await remote.visitor.open('/facility/edit/5');
    expect(
      remote.visitor.page.getByText(/does not support some parts of this text \(div, img\)/),
    ).toBeTruthy();
  });

  it('whose content someone else has changed shows both contents without tags', async () => {
    const { visitor } = remote;
    const record = {
      ...defined(cases[0]).record,
      facility_content: '<p>Open on <em>Mondays</em></p>',
    };
    remote.host.on('facility/id/5', () => envelope([record]));
    await visitor.open('/facility/edit/5');
    remote.host.on('facility/id/5', () =>
      envelope([{ ...record, facility_content: '<p>Open on <strong>Fridays</strong></p>' }]),
    );
    await visitor.press('Save', { Content: '<p>Never open</p>' });
    const cells = visitor.page.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toEqual(['Never open', 'Open on Fridays']);
  });
});

describe('the form of a resource, without script', () => {
  const record = defined(cases[2]).record;
  const item = (n: number) => ({ id: n, no: n, question: `Q${n}`, answer: `A${n}`, extra: n });

  it('shows the fields of the chosen type on request, and keeps what was typed for the other type', async () => {
    const { visitor } = remote;
    const button = 'Show the fields for this type';
    await visitor.open('/resource/add');
    await visitor.press(button, { ...defined(cases[2]).typed, Type: 'Interactive' });
    expect(visitor.status).toBe(200);
    expect(visitor.page.queryByRole('alert', { name: 'There is a problem' })).toBeNull();
    expect(visitor.page.queryByRole('textbox', { name: /^Content/ })).toBeNull();
    expect(visitor.shownValue('Name')).toBe('The implant');
    await visitor.press('Add item');
    await visitor.press(button, { Question: 'Why?', Answer: 'So.', Type: 'Standard' });
    expect(visitor.page.getByRole('textbox', { name: /^Content/ })).toHaveProperty(
      'value',
      '<p>Text</p>',
    );
    await visitor.press(button, { Type: 'Interactive' });
    remote.host.on('resource/update', () => envelope(null));
    await visitor.press('Save');
    expect(defined(remote.host.to('resource/update')[0]).fields).toMatchObject({
      utype: '2',
      ucontent: '[{"id":1,"no":1,"question":"Why?","answer":"So."}]',
    });
  });

  it('shows 15 items at a time, and keeps the fields of an item for which the form has no input', async () => {
    const items = Array.from({ length: 17 }, (_, index) => item(index + 1));
    remote.host.on('resource/id/5', () =>
      envelope([{ ...record, r_type: 2, resource_content: JSON.stringify(items) }]),
    );
    remote.host.on('resource/update', () => envelope(null));
    const { visitor } = remote;
    await visitor.open('/resource/edit/5');
    expect(visitor.page.getByText('Items 1 to 15')).toBeTruthy();
    await visitor.press('Save');
    const saved = () => JSON.parse(remote.host.to('resource/update').at(-1)?.fields.ucontent ?? '');
    expect(saved()).toEqual(items);
    await visitor.open('/resource/edit/5');
    await visitor.press('Show items 16 to 17');
    expect(visitor.page.getByText('Items 16 to 17')).toBeTruthy();
    await visitor.press('Save', { 'Answer , item 17': 'Another' });
    expect(saved()).toEqual([...items.slice(0, 16), { ...items[16], answer: 'Another' }]);
  });

  it('asks for the question and the answer of each item', async () => {
    const { visitor } = remote;
    await visitor.open('/resource/add');
    await visitor.press('Show the fields for this type', {
      ...defined(cases[2]).typed,
      Type: 'Interactive',
    });
    await visitor.press('Add item');
    await visitor.press('Save');
    expect(defined(visitor.page.getAllByRole('alert')[0]).textContent).toBe(
      'There is a problemQuestion is requiredAnswer is required',
    );
  });

  it('shows broken items as they are, and never saves an empty list over them', async () => {
    const broken = '[{"id":1,"question":"Wh';
    remote.host.on('resource/id/5', () =>
      envelope([{ ...record, r_type: 'Interactive', resource_content: broken }]),
    );
    remote.host.on('resource/update', () => envelope(null));
    const { visitor } = remote;
    await visitor.open('/resource/edit/5');
    expect(visitor.page.getByText(/stored list cannot be read/)).toBeTruthy();
    await visitor.press('Save', { Name: 'New name' });
    expect(defined(remote.host.to('resource/update')[0]).fields).toMatchObject({
      uname: 'New name',
      ucontent: broken,
    });
  });
});
