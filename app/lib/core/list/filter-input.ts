import type { NamedValue } from './named-value';

/** The filter in the heading of a column. */
export type FilterInput =
  | { kind: 'text'; name: string; value: string }
  | { kind: 'choice'; name: string; value: string; options: readonly string[] }
  | { kind: 'range'; type: 'number' | 'date'; low: NamedValue; high: NamedValue }
  /** A filter that only the page of all filters can show. `text` is its description, and `href` leads to that page. */
  | { kind: 'other'; text: string; href: string };

/** Returns the names of a filter's inputs. */
export function listInputNames(filter: FilterInput): string[] {
  if (filter.kind === 'other') return [];
  return filter.kind === 'range' ? [filter.low.name, filter.high.name] : [filter.name];
}
