import { z } from 'zod';
import type { Input } from './declaration';

/** Returns why a text that is not empty may not be saved in this field; undefined when it may. */
export function findInputProblem({ label, max, control, rule }: Input, text: string) {
  const problem = findTextProblem(label, max, text);
  if (problem) return problem;
  if (control === 'email' && !z.email().safeParse(text).success)
    return 'Please enter a valid email address';
  return rule?.(text);
}

/** Returns why no field of at most `max` characters can hold a text. */
export function findTextProblem(label: string, max: number, text: string): string | undefined {
  if (text.length > max) return `${label} must be ${max.toLocaleString('en')} characters or fewer`;
  if (text.includes('\0')) return `${label} holds a character that cannot be saved`;
  return undefined;
}
