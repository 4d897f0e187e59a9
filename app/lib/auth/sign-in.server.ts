import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { audit, recordLogin } from '../api/audit.server';
import type { FieldView } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { authenticator, SignInRefused } from './authenticator.server';
import { readSession } from './guard.server';
import { sessionStorage } from './session.server';

const schema = z.object({
  email: z
    .string({ error: 'Email is required' })
    .trim()
    .max(255, 'Email is invalid')
    .pipe(z.email('Email is invalid')),
  password: z.string({ error: 'Password is required' }).max(1_000, 'Password is too long'),
});

export const signInFields: FieldView[] = [
  {
    name: 'email',
    label: 'Email',
    control: 'email',
    value: '',
    required: true,
    readOnly: false,
    autoComplete: 'username',
  },
  {
    name: 'password',
    label: 'Password',
    control: 'password',
    value: '',
    required: true,
    readOnly: false,
    autoComplete: 'current-password',
  },
];

/**
 * Signs in with the posted form: a new session and its cookie, or the reply to show. The session that
 * the browser had before ends.
 */
export async function signIn(request: Request) {
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema });
  const hidden = { hideFields: ['password'] };
  if (submission.status !== 'success')
    return { ok: false as const, reply: submission.reply(hidden) };
  try {
    const user = await authenticator.authenticate(
      'form',
      new Request(request.url, { method: 'POST', body: form }),
    );
    await sessionStorage.destroySession(await readSession(request));
    const session = await sessionStorage.getSession();
    session.set('user', user);
    recordLogin(user.username);
    audit({ username: user.username, title: 'Sign in', action: 'Login', description: 'Signed in' });
    return { ok: true as const, cookie: await sessionStorage.commitSession(session) };
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    return {
      ok: false as const,
      reply: submission.reply({ ...hidden, formErrors: [error.message] }),
    };
  }
}
