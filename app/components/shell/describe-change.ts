import type { ListView } from '~/lib/core/list/list-view';

type List = Pick<ListView, 'path' | 'error' | 'columns' | 'pager'>;

/**
 * Returns the sentences that tell users of screen readers what has become of a list: the columns that were shown or
 * hidden, the order if it changed, and the rows. A list that could not be loaded has a message of its own.
 */
export function describeChange(
  before: List | undefined,
  { path, error, columns, pager }: List,
): string {
  if (error) return '';
  const former = before?.path === path ? before : undefined;
  const sorted = columns.find(({ sort }) => sort);
  const formerly = former?.columns.find(({ sort }) => sort);
  const order = sorted && `Sorted by ${sorted.title}, ${sorted.sort}.`;
  const isSame = formerly?.field === sorted?.field && formerly?.sort === sorted?.sort;
  return [
    ...(former ? nameMissing(former.columns, columns, 'hidden') : []),
    ...(former ? nameMissing(columns, former.columns, 'shown') : []),
    ...(former && !isSame ? [order ?? 'In the usual order.'] : []),
    describeRows(pager),
  ].join(' ');
}

/** Returns a sentence about the columns of a list that are not in the other one, if there are any. */
function nameMissing(columns: List['columns'], others: List['columns'], word: string): string[] {
  const missing = columns.filter(({ field }) => others.every((other) => other.field !== field));
  if (missing.length === 0) return [];
  if (missing.length > 3) return [`${missing.length} columns ${word}.`];
  return [`${missing.map(({ title }) => title).join(', ')} ${word}.`];
}

function describeRows({ from, to, total }: List['pager']): string {
  if (total === 0) return 'No rows.';
  const [first, last, all] = [from, to, total].map((count) => count.toLocaleString('en'));
  return `Rows ${first} to ${last} of ${all}.`;
}
