import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { ConfirmPage } from '~/components/forms/confirm-page';
import type { FormReply } from '~/lib/core/form/form-view';
import { renderPart } from '../support/render-part';

const view = {
  title: 'Delete country',
  heading: 'Delete Fiji?',
  trail: [],
  label: 'Fiji',
  verb: 'Delete',
  isDestructive: true,
  notes: ['This cannot be undone.'],
  backHref: '/countries?page=2',
  token: 't1',
  hidden: { seen: '7' },
};

/** Returns the errors of the summary, each with the address of its link. */
function readSummary({ page }: ReturnType<typeof renderPart>) {
  const summary = within(page.getByRole('alert', { name: 'There is a problem' }));
  return summary
    .getAllByRole('listitem')
    .map((item) => [item.textContent, item.querySelector('a')?.getAttribute('href')]);
}

describe('a confirmation page', () => {
  it('names the record, posts its token and what the user has seen, and leads back', () => {
    const { document, page } = renderPart(<ConfirmPage view={view}>Details</ConfirmPage>);
    expect(page.getByRole('heading', { name: 'Delete Fiji?' })).toBeDefined();
    expect(page.queryByText('Fiji')).toBeNull();
    const label = 'Fiji, an island country in the South Pacific';
    const long = renderPart(<ConfirmPage view={{ ...view, label }} />).page;
    expect(long.getByText(label)).toBeDefined();
    expect(page.getByText('This cannot be undone.')).toBeDefined();
    expect(page.getByText('Details')).toBeDefined();
    expect(page.getByRole('button', { name: 'Delete' })).toMatchObject({
      type: 'submit',
      className: expect.stringContaining('button-danger'),
    });
    expect(document.querySelector('form')?.method).toBe('post');
    expect(document.querySelector('[name=_token]')).toHaveProperty('value', 't1');
    expect(document.querySelector('[name=seen]')).toHaveProperty('value', '7');
    expect(page.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe(
      '/countries?page=2',
    );
    expect(page.queryByRole('alert')).toBeNull();
    expect(page.queryByRole('textbox')).toBeNull();
  });

  it('has no button for a read-only role, unless every role may confirm', () => {
    const readOnly = { mayWrite: false };
    const { page } = renderPart(<ConfirmPage view={view} />, readOnly);
    expect(page.queryByRole('button')).toBeNull();
    const open = renderPart(<ConfirmPage view={view} isForAllRoles />, readOnly).page;
    expect(open.getByRole('button', { name: 'Delete' })).toBeDefined();
  });

  it('says why it has no button, once, and not what confirming would do', () => {
    const refusal = 'It is in use';
    const reply: FormReply = { status: 'error', error: { '': [refusal] } };
    for (const options of [{}, { reply }]) {
      const refused = renderPart(<ConfirmPage view={{ ...view, refusal }} />, options);
      expect(readSummary(refused)).toEqual([[refusal, undefined]]);
      expect(refused.page.queryByRole('button')).toBeNull();
      expect(refused.page.queryByText('This cannot be undone.')).toBeNull();
    }
  });

  it('says why the last post has done nothing, and can be used again', () => {
    const reply: FormReply = { status: 'error', error: { '': ['The country exists already'] } };
    const refused = renderPart(<ConfirmPage view={view} />, { reply });
    expect(readSummary(refused)).toEqual([['The country exists already', undefined]]);
    expect(refused.page.getByRole('alert').hasAttribute('autofocus')).toBe(true);
    expect(refused.page.getByRole('button', { name: 'Delete' })).toBeDefined();
  });

  it('asks for a reason, and keeps the one that was typed with the error at its input', () => {
    const optional = renderPart(<ConfirmPage view={{ ...view, reason: 'optional' }} />).page;
    expect(optional.getByLabelText('Reason (optional)')).toHaveProperty('value', '');
    const error = { reason: ['Enter the reason'] };
    const reply: FormReply = { status: 'error', error, initialValue: { reason: ' ' } };
    const refused = renderPart(<ConfirmPage view={{ ...view, reason: 'required' }} />, { reply });
    const input = refused.page.getByLabelText('Reason');
    expect(readSummary(refused)).toEqual([['Enter the reason', `#${input.id}`]]);
    expect(input).toHaveProperty('value', ' ');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const described = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => refused.document.getElementById(id)?.textContent)).toEqual([
      expect.stringMatching(/^For example/),
      'Error: Enter the reason',
    ]);
  });

  it('asks for a proof, which is not shown again', () => {
    const message = 'The password is incorrect';
    const proof = { kind: 'password' as const, hasApp: false, message };
    const reply: FormReply = { status: 'error', error: { '': [message] }, proof };
    const asked = renderPart(<ConfirmPage view={view} />, { reply });
    const input = asked.page.getByLabelText('Your password');
    expect(readSummary(asked)).toEqual([[message, `#${input.id}`]]);
    expect(input).toHaveProperty('value', '');
    const id = input.getAttribute('aria-describedby') ?? '';
    expect(asked.document.getElementById(id)?.textContent).toBe(`Error: ${message}`);
  });
});
