import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { apiPost } from '../api/client.server';
import { messages } from '../api/messages';
import { config } from '../config.server';
import { readForm } from '../form/read-form.server';
import { emailField, emailSchema } from './email-field';
import { evenly } from './evenly';
import { countRequest, tooMany, waitMessage } from './throttle.server';

const schema = z.object({ email: emailSchema });

export const resetPasswordFields = [emailField];

/** Asks the host to mail a link. Its refusal would tell which addresses are known: it is not shown. */
export async function resetPassword(request: Request, address: string) {
  const submission = parseWithZod(await readForm(request), { schema });
  if (submission.status !== 'success') return { ok: false as const, reply: submission.reply() };
  const refuse = (text: string) => submission.reply({ formErrors: [text] });
  const wait = await countRequest('reset', address);
  if (wait > 0) return tooMany(refuse(waitMessage(wait)), wait);
  const result = await evenly(() =>
    apiPost(config.API_RESET_PASSWORD_PATH, { uemail: submission.value.email }),
  );
  if (!result.ok && result.fault.kind !== 'refused')
    return { ok: false as const, reply: refuse(messages.loginFailed) };
  return { ok: true as const };
}
