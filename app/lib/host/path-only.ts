/** Returns a path without its query and without ids: both may name a person. */
export function stripQuery(path: string): string {
  return path.replace(/\?.*/s, '').split('/').slice(0, 2).join('/');
}
