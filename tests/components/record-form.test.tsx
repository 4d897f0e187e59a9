import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { RecordForm } from '~/components/record-form/record-form';
import type { FieldView, FormReply, FormView } from '~/lib/core/form/form-view';
import { renderPart } from '../support/render-part';

const field = (name: string, more: Partial<FieldView> = {}): FieldView => ({
  name,
  label: name,
  control: 'text',
  value: '',
  required: true,
  readOnly: false,
  ...more,
});

const view: FormView = {
  title: 'Edit country',
  heading: 'Edit Fiji',
  trail: [],
  name: 'country',
  isNew: false,
  backHref: '/countries?page=2',
  backTitle: 'Countries',
  version: 'v1',
  token: 't1',
  fields: [
    field('Name', { value: 'Fiji', hint: 'In English' }),
    field('Code', { value: '+679', required: false }),
    field('Status', {
      control: 'select',
      value: '1',
      options: [
        { value: '1', label: 'Active' },
        { value: '2', label: 'Disabled' },
      ],
    }),
  ],
};

const refused: FormReply = {
  status: 'error',
  initialValue: { Name: '', Code: '+1', Status: '2' },
  error: { Name: ['Name is required'], '': ['The host refused it'] },
};

describe('the form of a record', () => {
  it('shows the values to a read-only role, but cannot be saved', () => {
    const { page } = renderPart(<RecordForm view={view} />, { mayWrite: false });
    expect(page.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(page.getByRole('group', { name: view.heading })).toHaveProperty('disabled', true);
    expect(page.getByLabelText(/^Name/)).toHaveProperty('value', 'Fiji');
  });

  it('says why a record cannot be changed, and cannot be saved', () => {
    const { page } = renderPart(<RecordForm view={{ ...view, refusal: 'Only its author may' }} />);
    expect(page.getByRole('status').textContent).toBe('Only its author may');
    expect(page.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('cannot be saved if its record could not be loaded', () => {
    const error = 'The host does not answer';
    const { page } = renderPart(<RecordForm view={{ ...view, error }} />);
    expect(within(page.getByRole('alert')).getByText(error)).toBeDefined();
    expect(page.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('shows what was typed, and each error in the summary and at its field', () => {
    const { document, page } = renderPart(<RecordForm view={view} />, { reply: refused });
    const summary = page.getByRole('alert', { name: 'There is a problem' });
    expect(
      within(summary)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['The host refused it', 'Name is required']);
    const link = within(summary).getByRole('link', { name: 'Name is required' });
    const input = page.getByLabelText(/^Name/);
    expect(link.getAttribute('href')).toBe(`#${input.id}`);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const described = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Error: Name is required',
      'In English',
    ]);
    expect(page.getByLabelText(/^Code/)).toHaveProperty('value', '+1');
    expect(page.getByLabelText('Status')).toHaveProperty('value', '2');
  });

  it('shows both versions of a record that somebody else has changed', () => {
    const differences = [{ label: 'Code', yours: '+1', theirs: '' }];
    const { page } = renderPart(<RecordForm view={view} />, {
      reply: { ...refused, error: {}, version: 'v2', conflict: { differences } },
    });
    const panel = within(page.getByRole('alert', { name: /has changed since you opened it/ }));
    expect(panel.getByRole('row', { name: 'Code +1 —' })).toBeDefined();
    const [mine, theirs] = panel.getAllByRole('button') as [HTMLButtonElement, HTMLButtonElement];
    expect(mine.textContent).toBe('Save my version over it');
    expect(mine.form?.querySelector('[name=_version]')).toHaveProperty('value', 'v2');
    expect(theirs.textContent).toBe('Use the saved version');
    expect(theirs.form?.elements).toHaveLength(1);
    expect(theirs.form?.getAttribute('action')).toBe(mine.form?.getAttribute('action'));
  });

  it('leads back to its list, marks optional fields, and offers another addition only for new records', () => {
    const { document, page } = renderPart(<RecordForm view={view} />);
    const back = page.getByRole('link', { name: 'Back to Countries' });
    expect(back.getAttribute('href')).toBe('/countries?page=2');
    expect(page.getByLabelText('Code (optional)')).toBeDefined();
    expect(document.querySelector('[name=_token]')).toHaveProperty('value', 't1');
    expect(page.queryByRole('button', { name: 'Save and add another' })).toBeNull();
    const added = renderPart(<RecordForm view={{ ...view, isNew: true }} />);
    expect(added.page.getByRole('button', { name: 'Save and add another' })).toBeDefined();
  });

  it('has an input for a file, and labels the choices of a group', () => {
    const options = ['Yes', 'No'].map((label) => ({ value: label, label }));
    const fields = [
      field('Services', { control: 'radio', options, value: 'No' }),
      field('Picture', {
        required: false,
        upload: {
          href: '/upload/x/y',
          maxBytes: 1_000,
          origins: [],
          folder: '/files/',
          accepts: 'any',
          content: 'a picture',
        },
      }),
    ];
    const { document, page } = renderPart(<RecordForm view={{ ...view, fields }} />);
    const group = within(page.getByRole('group', { name: 'Services' }));
    expect(group.getByRole('radio', { name: 'No' })).toHaveProperty('checked', true);
    expect(document.querySelector('form')?.enctype).toBe('multipart/form-data');
    expect(document.querySelector('[type=file]')).not.toBeNull();
  });
});

describe('a long form', () => {
  const sections = [
    { title: 'Names', first: 'Name' },
    { title: 'Use', first: 'Status' },
  ];

  it('has a heading above the first field of each section, and no heading for a missing field', () => {
    const more = [...sections, { title: 'Nothing', first: 'Missing' }];
    const { page } = renderPart(<RecordForm view={{ ...view, sections: more }} />);
    const headings = page.getAllByRole('heading', { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Names', 'Use']);
    expect(headings[0]?.nextElementSibling?.querySelector('input')?.value).toBe('Fiji');
    expect(headings[1]?.nextElementSibling?.querySelector('select')?.value).toBe('1');
  });

  it('marks short fields, which are shown side by side', () => {
    const fields = view.fields.map((one) => ({ ...one, isShort: one.name === 'Code' }));
    const { document } = renderPart(<RecordForm view={{ ...view, fields }} />);
    const short = [...document.querySelectorAll<HTMLElement>('.form-grid > .short input')];
    expect(short.map((input) => input.getAttribute('name'))).toEqual(['Code']);
  });
});
