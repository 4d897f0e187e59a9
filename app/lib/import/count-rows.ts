/** Returns a number of rows in words, such as "1 row" or "2,000 rows". */
export function countRows(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
