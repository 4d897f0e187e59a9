const KB = 1024;

/** Returns a number of bytes as text for people, such as '340 kB' or '2.5 MB'. */
export function describeSize(bytes: number): string {
  if (bytes < KB) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} kB`;
  return `${(bytes / KB / KB).toFixed(1).replace(/\.0$/, '')} MB`;
}

/** Returns the message for a file that has more than `maxBytes`. */
export function describeTooLarge(maxBytes: number): string {
  return `The file is too large. Files can have up to ${describeSize(maxBytes)}`;
}
