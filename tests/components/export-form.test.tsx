import { describe, expect, it } from 'vitest';
import { ExportForm } from '~/lib/export/export-form';
import type { OrderReply } from '~/lib/export/order-export.server';
import { renderPart } from '../support/render-part';

const formats = [
  { value: 'list', label: 'CSV as in the list', hint: 'The values of the list.' },
  { value: 'csv', label: 'CSV for analysis', hint: 'Short names.' },
];
const base = { action: '/export-as/x', rows: 3, columns: 4, identifying: 2, conditions: [] };
const privacy = {
  changes: [
    { words: 'left out as identifying people', titles: ['Name', 'Phone Number'] },
    { words: 'left out as free text', titles: ['Notes'] },
  ],
  texts: 1,
  maxReason: 300,
};

const show = (reply?: OrderReply, personal: typeof privacy | undefined = privacy) =>
  renderPart(
    <ExportForm {...{ ...base, formats, reply }} files={[]} hasFailed={false} privacy={personal} />,
  ).page;

describe('the form of an export', () => {
  it('that was refused has everything that was chosen and typed, except the proof', () => {
    const form = show({
      choices: {
        ...{ format: 'csv', style: 'codes', level: 'full', withTexts: true, reason: 'A “visit”' },
      },
      proof: { kind: 'password', hasApp: false, message: 'The password is incorrect' },
    });
    for (const name of ['Full', 'CSV for analysis', 'Codes, such as 1'])
      expect(form.getByRole<HTMLInputElement>('radio', { name }).checked).toBe(true);
    expect(form.getByLabelText<HTMLInputElement>('Reason for a full file').value).toBe('A “visit”');
    expect(form.getByLabelText<HTMLInputElement>(/^Include free text/).checked).toBe(true);
    const proof = form.getByLabelText<HTMLInputElement>('Your password');
    expect([proof.value, proof.type]).toEqual(['', 'password']);
    form.getByText('The password is incorrect');
  });

  it('says at the reason what is wrong with it', () => {
    const reasonError = 'Enter the reason for the full file';
    const form = show({
      choices: { format: 'list', style: 'words', level: 'full', withTexts: false, reason: '' },
      reasonError,
    });
    const input = form.getByLabelText('Reason for a full file');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
    expect(described).toContain(form.getByText(reasonError).id);
  });

  it('chooses a pseudonymised file, without free text, at first', () => {
    const form = show();
    const chosen = form.getByRole<HTMLInputElement>('radio', { name: 'Pseudonymised' });
    expect([chosen.checked, chosen.value]).toEqual([true, 'pseudonymised']);
    expect(form.getByLabelText<HTMLInputElement>(/^Include free text/).checked).toBe(false);
    const changes = form.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(changes).toEqual([
      'Name, Phone Number: left out as identifying people',
      'Notes: left out as free text',
    ]);
    expect(form.queryByLabelText('Your password')).toBeNull();
  });

  it('of a list without personal data asks neither for a choice nor for a reason', () => {
    const form = renderPart(
      <ExportForm {...{ ...base, formats }} files={[]} hasFailed={false} />,
    ).page;
    expect(form.queryByRole('radio', { name: 'Full' })).toBeNull();
    expect(form.queryByLabelText('Reason for a full file')).toBeNull();
  });
});
