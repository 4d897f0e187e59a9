import { decode } from 'turbo-stream';
import type { Visitor } from './visitor';

/** A value that Remix marks in the data of a page, for example as an error, so that the browser restores its type. */
export class Marked {
  constructor(
    readonly type: string,
    readonly parts: readonly unknown[],
  ) {}
}

/** Decodes the data of a page, as the browser decodes them in a client navigation. */
export async function decodePageData(response: Response): Promise<unknown> {
  if (!response.body) throw new Error('the response has no body');
  const { value, done } = await decode(response.body, {
    plugins: [(type, ...parts) => ({ value: new Marked(String(type), parts) })],
  });
  await done;
  return value;
}

/** Requests the data of the page at `address`, and decodes them. */
export async function readPageData(visitor: Visitor, address: string): Promise<unknown> {
  const [path = '', query] = address.split('?');
  return decodePageData(await visitor.request(`${path}.data${query ? `?${query}` : ''}`));
}

/** Returns the nesting depth of a value: 0 for a text, 1 for a list of texts. */
export function measureDepth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(measureDepth));
}

/** Returns all parts of a value that Remix has marked, and all errors in it. */
export function findMarked(value: unknown): unknown[] {
  if (value instanceof Marked || value instanceof Error) return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(findMarked)
    : [];
}
