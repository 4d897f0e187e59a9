import { isEmail } from '../is-email';
import type { Input } from './field';

/** Returns the reason that a non-empty text cannot be saved in this field, or undefined if it can. */
export function findInputProblem({ label, max, control, rule }: Input, text: string) {
  const problem = findTextProblem(label, max, text);
  if (problem) return problem;
  if (control === 'email' && !isEmail(text)) return 'Please enter a valid email address';
  return rule?.(text);
}

/**
 * Returns the reason that a field with a maximum of `max` characters cannot hold a text, or undefined if it
 * can.
 */
export function findTextProblem(label: string, max: number, text: string): string | undefined {
  if (text.length > max) return `${label} must be ${max.toLocaleString('en')} characters or fewer`;
  if (text.includes('\0')) return `${label} holds a character that cannot be saved`;
  return undefined;
}

/**
 * Returns the reason that a text is refused where people enter or import it, or undefined if it is accepted. Saves of
 * the embedded host do not check this, so that a record that already has such a text stays editable.
 */
export function findEntryProblem({ label, control }: Input, text: string): string | undefined {
  return control === 'tel' ? findPhoneProblem(label, text) : undefined;
}

/**
 * Returns the reason that a text is no phone number, or undefined if it is one. Refuses the decimal numbers that data
 * frames and spreadsheets make of phone numbers, such as 260970001234.0.
 */
export function findPhoneProblem(label: string, text: string): string | undefined {
  const isPhoneNumber =
    /^(?:[\d\s+()\-./]|ext)*$/i.test(text) &&
    !/^\s*[+-]?\d+\.0+\s*$/.test(text) &&
    text.replace(/\D/g, '').length >= 3;
  return isPhoneNumber
    ? undefined
    : `${label} must be a phone number of at least 3 digits. It may also contain spaces, + ( ) - . / and “ext”`;
}

/** An input of a form that may hold a phone number. */
interface CalledInput {
  label: string;
  control: string;
  takesShortNumbers?: true | undefined;
}

/** The least and the greatest number of digits of a phone number that can be called (ITU-T E.164). */
const CALLED_DIGITS = { least: 7, most: 15 };

/**
 * Returns the doubt about a phone number that probably cannot be called, because it has too few or too many digits, or
 * undefined. Users may save it nevertheless: the numbering plans of countries differ.
 */
export function findCallDoubt(
  { label, control, takesShortNumbers }: CalledInput,
  text: string,
): string | undefined {
  if (control !== 'tel' || text === '' || takesShortNumbers) return undefined;
  const [number = ''] = text.toLowerCase().split('ext');
  const digits = number.replace(/\D/g, '').length;
  const { least, most } = CALLED_DIGITS;
  if (digits >= least && digits <= most) return undefined;
  const count = digits === 1 ? '1 digit' : `${digits} digits`;
  return `${label} has ${count}. Phone numbers that can be called have ${least} to ${most}`;
}
