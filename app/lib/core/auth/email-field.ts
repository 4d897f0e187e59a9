import { isEmail } from 'shared/is-email';
import { z } from 'zod';
import type { FieldView } from '../form/form-view';

/** The schema of the e-mail address of an account, with the messages of product-spec.md §5. */
export const emailSchema = z
  .string({ error: 'Email is required' })
  .trim()
  .max(255, 'Email is invalid')
  .refine(isEmail, 'Email is invalid');

export const emailField: FieldView = {
  name: 'email',
  label: 'Email',
  control: 'email',
  value: '',
  required: true,
  readOnly: false,
  autoComplete: 'username',
};
