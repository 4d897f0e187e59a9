import { MAILED_CODE_MILLISECONDS } from '../accounts/recovery';
import type { Mail } from '../wire/messages';
import type { HostOptions } from './options';

type Panel = Pick<HostOptions, 'panelUrl' | 'panelName' | 'timeZone' | 'now'>;

/**
 * Returns the mail with a link for setting a password. It names the panel, who asked and when, and says how long the
 * link holds, so that it can be told from a mail of somebody else.
 */
export function writeResetMail(to: string, code: string, panel: Panel): Mail {
  const { panelUrl, timeZone, now } = panel;
  const { host } = new URL(panelUrl);
  const name = panel.panelName ?? host;
  const asked = now?.() ?? new Date();
  const end = new Date(asked.getTime() + MAILED_CODE_MILLISECONDS);
  const format = (moment: Date) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
      moment,
    );
  const text = `Somebody asked for a new password for your account ${to}
of ${name} on ${host}, on ${format(asked)} (${timeZone}).
It was asked for on the page ${panelUrl}/reset-password

If it was you, open this link to set your password:

${panelUrl}/change-password/${code}

The link can be used once, until ${format(end)}.

If it was not you, do nothing: your password stays as it is. Do not pass the
link on: whoever has it can set your password. If you get more of these mails,
tell the person who runs ${name}.
`;
  return { to, subject: `Set your password for ${name}`, text };
}
