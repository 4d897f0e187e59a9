import { findPasswordProblem, MIN_CHARACTERS } from 'shared/password-rules';
import { z } from 'zod';
import type { FieldView } from '../form/form-view';

/**
 * Returns the schemas of a new password and its confirmation. `missing` is the message for an empty password. The
 * schemas replace an absent value by an empty text, so that zod also calls checkNewPassword and the form shows all
 * errors.
 */
export function buildNewPasswordShape(missing: string) {
  return {
    password: requireText(missing),
    confirmation: requireText('Enter the password again'),
  };
}

function requireText(missing: string) {
  return z
    .string()
    .default('')
    .refine((text) => text !== '', missing);
}

interface NewPassword {
  password: string;
  confirmation: string;
  email?: string;
  /** The password that the new one replaces. */
  current?: string;
}

/** Checks that the password follows the rules (ASVS 5.0, 6.2), is new, and is the same in both fields. */
export function checkNewPassword(form: NewPassword, context: z.RefinementCtx): void {
  const { password, confirmation, email, current } = form;
  const refuse = (field: keyof NewPassword, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (password === current)
    refuse('password', 'The new password must be different from the current one');
  const problem = password && findPasswordProblem(password, [email]);
  if (problem) refuse('password', problem);
  if (confirmation && confirmation !== password) refuse('confirmation', 'Passwords do not match');
}

/** Returns the fields of a new password, marked so that password managers generate and store it. */
export function buildNewPasswordFields(label: string): FieldView[] {
  const field = {
    control: 'password',
    value: '',
    required: true,
    readOnly: false,
    autoComplete: 'new-password',
  } as const;
  return [
    {
      ...field,
      name: 'password',
      label,
      hint: `${MIN_CHARACTERS} characters or more. Spaces are welcome.`,
    },
    { ...field, name: 'confirmation', label: 'Confirm password' },
  ];
}

/** The inputs whose values are never sent back to the browser. */
export const hiddenPasswords = { hideFields: ['password', 'confirmation'] };
