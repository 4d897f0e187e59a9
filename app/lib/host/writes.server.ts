import { oncePerProcess } from '../process.server';

const counter = () => oncePerProcess('writes', () => ({ count: 0 }));

/** How often this process has changed, or may have changed, something on the API host. */
export function writesSoFar(): number {
  return counter().count;
}

/** Marks everything that was loaded before as out of date. */
export function countWrite(): void {
  counter().count += 1;
}
