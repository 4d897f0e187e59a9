import { z } from 'zod';
import type { FactorQuestion, FieldView } from '../form/form-view';
import { MAX_ANSWER } from './passkey-answers';

export const codeSchema = z
  .string({ error: 'Enter the code' })
  .max(MAX_ANSWER, 'The code is too long');

const codeField: FieldView = {
  name: 'code',
  label: 'Code',
  control: 'text',
  value: '',
  required: true,
  readOnly: false,
  autoComplete: 'one-time-code',
};

/** The input for the first code of an authenticator app. */
export const firstCodeField: FieldView = {
  ...codeField,
  hint: 'The six digits that your app shows now.',
};

/** Returns the input for a code, which may also post the answer of a passkey. */
export function buildCodeField({ hasApp }: FactorQuestion): FieldView {
  return hasApp
    ? {
        ...codeField,
        hint: 'The six digits that your authenticator app shows now, or one of your recovery codes.',
      }
    : {
        ...codeField,
        ...{ label: 'Recovery code', autoComplete: 'off' },
        hint: 'One of your recovery codes, if you cannot use your passkey.',
      };
}
