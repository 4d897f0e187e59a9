/** Compares texts by code point, as SQL does. The operator `<` would compare UTF-16 code units. */
export function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return compareCodePoints(x) - compareCodePoints(y);
  }
  return a.length - b.length;
}

/**
 * Returns a UTF-16 code unit as a sort key that is greatest for surrogates, which encode the highest code
 * points.
 */
function compareCodePoints(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
