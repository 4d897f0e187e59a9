/** Returns a path without its query and without ids: both may name a person. */
export function pathOnly(path: string): string {
  return path.split('?')[0].split('/').slice(0, 2).join('/');
}
