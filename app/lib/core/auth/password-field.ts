import { z } from 'zod';
import type { FieldView } from '../form/form-view';

/** The input for the password that a user has. */
export const passwordField: FieldView = {
  ...{ name: 'password', label: 'Password', control: 'password', value: '' },
  ...{ required: true, readOnly: false, autoComplete: 'current-password' },
};

export const passwordSchema = z
  .string({ error: 'Password is required' })
  .max(1_000, 'Password is too long');
