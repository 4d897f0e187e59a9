import { expect, it } from 'vitest';
import { AccountForm } from '~/components/forms/account-form';
import { signInFields } from '~/lib/core/auth/sign-in.server';
import type { FormReply } from '~/lib/core/form/form-view';
import { renderPart } from '../support/render-part';

const form = <AccountForm heading="Sign in" fields={signInFields} submit="Sign in" />;

it('a refused sign-in keeps the email, never the password, and says what is wrong once', () => {
  const reply: FormReply = {
    status: 'error',
    initialValue: { email: 'ann@panel.example' },
    error: { '': ['Wrong email or password'] },
  };
  const { page } = renderPart(form, { reply });
  expect(page.getByRole('alert').textContent).toContain('Wrong email or password');
  expect(page.getByLabelText('Email')).toHaveProperty('value', 'ann@panel.example');
  expect(page.getByLabelText('Password')).toHaveProperty('value', '');
});

it('a sign-in tells password managers what its inputs are', () => {
  const { page } = renderPart(form);
  expect(page.queryByRole('alert')).toBeNull();
  expect(page.getByLabelText('Email').getAttribute('type')).toBe('email');
  const password = page.getByLabelText('Password');
  expect(password.getAttribute('type')).toBe('password');
  expect(password.getAttribute('autocomplete')).toBe('current-password');
});
