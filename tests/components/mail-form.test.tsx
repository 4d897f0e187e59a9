import { describe, expect, it } from 'vitest';
import { MailForm } from '~/components/overview/mail-form';
import type { FormReply } from '~/lib/form/form-view';
import { renderPart } from '../support/render-part';

const administrators = [
  { id: '7', username: 'ada', isChosen: true },
  { id: '8', username: 'bea', isChosen: false },
];
const props = {
  status: { settings: 'Monday, to 1 administrator', newest: 'Mail of 01 January 2024: 1 failed.' },
  ...{ weekday: '1', administrators, getsMail: true, limit: 20 },
};

describe('the form of the weekly mail', () => {
  it('keeps what was chosen when it is refused, and links to the field', () => {
    const reply: FormReply = {
      status: 'error',
      initialValue: { weekday: '3', recipients: ['8'] },
      error: { recipients: ['Choose administrators from the list'] },
    };
    const { page, document } = renderPart(<MailForm {...props} />, { reply });
    const link = page.getByRole('alert').querySelector('a');
    expect(link?.textContent).toBe('Choose administrators from the list');
    expect(document.querySelector(link?.getAttribute('href') ?? '')?.tagName).toBe('FIELDSET');
    expect(page.getByLabelText('ada')).toHaveProperty('checked', false);
    expect(page.getByLabelText('bea')).toHaveProperty('checked', true);
    expect(page.getByLabelText('Day of the week')).toHaveProperty('value', '3');
  });

  it('says what became of the newest mail, and why administrators are not listed', () => {
    const error = 'Users could not be loaded.';
    const { page } = renderPart(<MailForm {...props} administrators={[]} error={error} />);
    expect(page.getByText('Mail of 01 January 2024: 1 failed.')).toBeTruthy();
    expect(page.getByRole('status').textContent).toBe(error);
  });

  it('posts the chosen administrators, and has a button for those who want no more mails', () => {
    const { page, document } = renderPart(<MailForm {...props} />);
    const [form, leave] = document.querySelectorAll('form');
    const { FormData } = document.defaultView ?? globalThis;
    expect([...new FormData(form)]).toEqual([
      ['recipients', '7'],
      ['weekday', '1'],
    ]);
    expect(leave?.contains(page.getByRole('button', { name: 'Stop mailing me' }))).toBe(true);
    const { page: other } = renderPart(<MailForm {...props} getsMail={false} />);
    expect(other.queryByRole('button', { name: 'Stop mailing me' })).toBeNull();
  });
});
