import { describe, expect, it } from 'vitest';
import { MailForm } from '~/lib/weekly-mail/mail-form';
import { renderPart } from '../support/render-part';

const newest = 'Mail of 01 January 2024: failed.';
const props = { recipients: 1, canSend: true, newest, isRecipient: false };

describe('the form of the weekly mail', () => {
  it('says how many administrators get the mail, what became of the newest one, and what is missing', () => {
    const { page } = renderPart(<MailForm {...props} />);
    expect(page.getByText('Administrators who get the weekly mail: 1.')).toBeTruthy();
    expect(page.getByText(newest)).toBeTruthy();
    expect(page.queryByText(/PUBLIC_URL/)).toBeNull();
    const { page: other } = renderPart(<MailForm {...props} canSend={false} />);
    expect(other.getByText(/PUBLIC_URL/)).toBeTruthy();
  });

  it('has one button, by which an administrator gets the mail or no more mails', () => {
    for (const [isRecipient, name, value] of [
      [false, 'Mail me every week', 'join'],
      [true, 'Stop mailing me', 'leave'],
    ] as const) {
      const { page } = renderPart(<MailForm {...props} isRecipient={isRecipient} />);
      const [button, ...others] = page.getAllByRole('button');
      expect(others).toEqual([]);
      expect(button?.textContent).toBe(name);
      expect([button?.getAttribute('name'), button?.getAttribute('value')]).toEqual([
        'intent',
        value,
      ]);
    }
  });
});
