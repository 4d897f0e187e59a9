import { makeTextFinder } from 'shared/list/search-words';
import type { Column } from '../entities/column';

/** The name of the parameter with which users find columns without script. */
const FIND = 'find';
/** The maximum length of this parameter in characters. */
const MAX_FIND = 100;

/** The texts by which a column is found. */
export interface FoundBy {
  title: string;
  /** Other words: the name of the field, its choices, and its explanation in the Data Dictionary. */
  also: string;
}

/** Returns the words by which a column is found besides its title. */
export function listOtherWords(
  { field, options = [] }: Column,
  explanations: ReadonlyMap<string, string>,
): string {
  return [field, ...options, explanations.get(field) ?? ''].join(' ').trim();
}

/** Returns a function that checks whether a column is found by a typed text. An empty text finds all columns. */
export function makeColumnFinder(text: string): (column: FoundBy) => boolean {
  if (text.trim() === '') return () => true;
  const contains = makeTextFinder(text);
  return ({ title, also }) => contains(title, also);
}

/** Returns the text for which columns are searched in an address, and removes its parameter. */
export function takeFind(params: URLSearchParams): string {
  const find = params.get(FIND)?.slice(0, MAX_FIND) ?? '';
  params.delete(FIND);
  return find;
}
