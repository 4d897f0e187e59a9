/** Returns a count with the word for the records, such as '1 country' or '2,000 SMS categories'. */
export function countInWords(count: number, name: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? name : findPlural(name)}`;
}

function findPlural(name: string): string {
  if (name.endsWith('quiz')) return `${name}zes`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}
