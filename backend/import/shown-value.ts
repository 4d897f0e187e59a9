import type { ImportColumn } from './columns';
import { isSecret } from './with-value';

/** A value of a file, with its spaces and line ends, and the line on which it was first found. */
export interface ValueExample {
  line: number;
  text: string;
  /** The value from which it differs only by case, spaces or marks. */
  like?: string;
}

/** The maximum number of examples of each kind in a column. */
export const MOST_EXAMPLES = 3;
/** The maximum number of characters of a shown value. */
const MOST_SHOWN = 60;

export function makeExample(
  column: ImportColumn,
  text: string,
  line: number,
  like?: string,
): ValueExample {
  return {
    line,
    text: shortenShown(column, text),
    ...(like === undefined ? {} : { like: shortenShown(column, like) }),
  };
}

/** Returns a value as it is, but shortened in the middle, so that its beginning and its end can be seen. */
export function shortenShown(
  { name, title }: Pick<ImportColumn, 'name' | 'title'>,
  text: string,
): string {
  if (text !== '' && isSecret(name, title)) return '(not shown)';
  if (text.length <= MOST_SHOWN) return replaceHalves(text);
  const half = MOST_SHOWN / 2;
  const start = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
  return replaceHalves(`${start}…${end}`);
}

/** Replaces halves of characters, which cannot be sent as UTF-8. */
function replaceHalves(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
