import { z } from 'zod';
import type { Input } from './declaration';

/** Returns the reason that a non-empty text cannot be saved in this field, or undefined if it can. */
export function findInputProblem({ label, max, control, rule }: Input, text: string) {
  const problem = findTextProblem(label, max, text);
  if (problem) return problem;
  if (control === 'email' && !z.email().safeParse(text).success)
    return 'Please enter a valid email address';
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
