import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { apiPost } from '../api/client.server';
import { messages } from '../api/messages';
import { config } from '../config.server';
import { formInputs } from '../form/form-view';
import { once } from '../form/once.server';
import { readForm } from '../form/read-form.server';
import { emailField, emailSchema } from './email-field';
import { evenly } from './evenly';
import { countRequest, tooMany, waitMessage } from './throttle.server';

const schema = z.object({ email: emailSchema });

export const resetPasswordFields = [emailField];

/** Asks the host to mail a link, once. Its refusal would tell which addresses are known: it is not shown. */
export async function resetPassword(request: Request, address: string) {
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success') return { ok: false as const, reply: submission.reply() };
  const refuse = (text: string) => submission.reply({ formErrors: [text] });
  const { email } = submission.value;
  const filling = {
    token: form.get(formInputs.token),
    username: '',
    content: ['reset-password', email],
  };
  return once(filling, async () => {
    const wait = await countRequest('reset', address);
    if (wait > 0) return tooMany(refuse(waitMessage(wait)), wait);
    const result = await evenly(() => apiPost(config.API_RESET_PASSWORD_PATH, { uemail: email }));
    if (!result.ok && result.fault.kind !== 'refused')
      return { ok: false as const, reply: refuse(messages.loginFailed) };
    return redirect('/reset-password?sent');
  });
}
