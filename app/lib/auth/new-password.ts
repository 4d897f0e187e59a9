import {
  charactersOf,
  MAX_CHARACTERS,
  MIN_CHARACTERS,
  passwordProblem,
} from 'backend/password-rules';
import { z } from 'zod';
import type { FieldView } from '../form/form-view';

/**
 * Returns the schemas of a new password and its confirmation; `missing` is the message for an empty one.
 * ASVS 5.0, 6.2: at least 12 characters, long ones allowed, no rules of composition.
 */
export const newPasswordShape = (missing: string) => ({
  password: z
    .string({ error: missing })
    .refine(
      (text) => charactersOf(text) >= MIN_CHARACTERS,
      `Password must be ${MIN_CHARACTERS} characters or more`,
    )
    .refine(
      (text) => charactersOf(text) <= MAX_CHARACTERS,
      `Password must be ${MAX_CHARACTERS} characters or fewer`,
    ),
  confirmation: z.string({ error: 'Enter the password again' }),
});

interface NewPassword {
  password: string;
  confirmation: string;
  email?: string;
}

/** Checks that the two fields match and that the password is not a common one. */
export function checkNewPassword(form: NewPassword, context: z.RefinementCtx): void {
  const problem = passwordProblem(form.password, [form.email]);
  if (problem) context.addIssue({ code: 'custom', path: ['password'], message: problem });
  if (form.password !== form.confirmation)
    context.addIssue({ code: 'custom', path: ['confirmation'], message: 'Passwords do not match' });
}

/** Named so that password managers make, fill and keep it; nothing stands in the way of pasting. */
export function newPasswordFields(label: string): FieldView[] {
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

/** The inputs whose content never goes back to the browser. */
export const hiddenPasswords = { hideFields: ['password', 'confirmation'] };
