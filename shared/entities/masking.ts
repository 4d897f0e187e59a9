import type { Field, Masking } from './field';

/** The controls of texts that are not masked, because they hold markup, lists or addresses. */
const unmaskedControls: ReadonlySet<string> = new Set(['rich-text', 'items', 'file', 'email']);

/** Returns what is hidden of a field's values. Undefined if nothing is. */
export function getMasking({
  masked,
  identifying,
  kind,
  format,
  input,
}: Field): Masking | undefined {
  if (masked !== undefined) return masked === 'nothing' ? undefined : masked;
  if (identifying === false || kind !== 'text' || format !== 'text') return undefined;
  return input && unmaskedControls.has(input.control) ? undefined : 'text';
}
