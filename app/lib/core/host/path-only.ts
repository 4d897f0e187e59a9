/** Returns the first two segments of a path, without its query: ids and queries may identify a person. */
export function toEndpointPath(path: string): string {
  return path.replace(/\?.*/s, '').split('/').slice(0, 2).join('/');
}
