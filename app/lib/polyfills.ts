/**
 * Adds functions that the panel and its libraries call and browsers of the last six years may lack; the build brings the
 * syntax down, not these. Imported for what it does, before anything else.
 */
function add(target: object, name: string, value: (...args: never[]) => unknown): void {
  if (!(name in target)) {
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  }
}

function at<T>(this: ArrayLike<T>, index: number): T | undefined {
  const place = Math.trunc(index) || 0;
  return this[place < 0 ? this.length + place : place];
}

type Matches<T> = (item: T, index: number, list: readonly T[]) => unknown;

function findLastIndex<T>(this: readonly T[], matches: Matches<T>): number {
  for (const [index, item] of [...this.entries()].reverse())
    if (matches(item, index, this)) return index;
  return -1;
}

function findLast<T>(this: readonly T[], matches: Matches<T>): T | undefined {
  return this[findLastIndex.call(this, matches as Matches<unknown>)];
}

add(Array.prototype, 'at', at);
add(String.prototype, 'at', at);
add(Array.prototype, 'findLastIndex', findLastIndex);
add(Array.prototype, 'findLast', findLast);
// biome-ignore lint/suspicious/noPrototypeBuiltins: this is what stands in for Object.hasOwn
add(Object, 'hasOwn', (value: object, name: PropertyKey) => ({}).hasOwnProperty.call(value, name));

export {};
