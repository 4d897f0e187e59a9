const FIRST = ['yes', 'no'];
const collator = new Intl.Collator('en', { numeric: true });

/** Returns values in the order in which filters offer them: Yes and No first, the others in alphabetical order. */
export function sortValues(values: readonly string[]): string[] {
  return [...values].sort((a, b) => rank(a) - rank(b) || collator.compare(a, b));
}

function rank(value: string): number {
  const index = FIRST.indexOf(value.toLowerCase());
  return index === -1 ? FIRST.length : index;
}
