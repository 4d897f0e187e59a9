import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { apiPost } from '../api/client.server';
import { saveFault } from '../api/faults';
import type { FieldView } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { readSession } from './guard.server';
import { sessionStorage } from './session.server';

/** ASVS 5.0, 6.2: at least 12 characters, long ones allowed, no rules of composition. */
const schema = z
  .object({
    password: z
      .string({ error: 'Password is required' })
      .min(12, 'Password must be 12 characters or more')
      .max(128, 'Password must be 128 characters or fewer'),
    confirmation: z.string({ error: 'Passwords do not match' }),
  })
  .refine((form) => form.password === form.confirmation, {
    path: ['confirmation'],
    error: 'Passwords do not match',
  });

const password = {
  control: 'password',
  value: '',
  required: true,
  readOnly: false,
  autoComplete: 'new-password',
} as const;

export const changePasswordFields: FieldView[] = [
  { ...password, name: 'password', label: 'New password', hint: '12 characters or more' },
  { ...password, name: 'confirmation', label: 'Confirm password' },
];

/** Sets a new password with the one-time code of a link; the cookie carries the toast to the sign-in. */
export async function changePassword(request: Request, code: string) {
  const submission = parseWithZod(await readForm(request), { schema });
  const hidden = { hideFields: ['password', 'confirmation'] };
  if (submission.status !== 'success')
    return { ok: false as const, reply: submission.reply(hidden) };
  const result = await apiPost('account/change-password', {
    ucode: code,
    upassword: submission.value.password,
  });
  if (!result.ok) {
    const text = saveFault(result.fault, 'Updating', 'password');
    return { ok: false as const, reply: submission.reply({ ...hidden, formErrors: [text] }) };
  }
  const session = await readSession(request);
  session.flash('toast', { kind: 'success', text: 'The password has been successfully saved!' });
  return { ok: true as const, cookie: await sessionStorage.commitSession(session) };
}
