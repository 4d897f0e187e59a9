/**
 * The maximum nesting depth of a JSON text. No data that the panel uses is nested deeper, and recursive functions
 * can process this depth without a stack overflow.
 */
export const MAX_DEPTH = 100;

/** Matches the escape of a half of a character, which may lack its other half. */
const ESCAPED_HALF = /\\ud[89a-f]/i;

/**
 * Parses a JSON text whose depth is known to be limited, as JSON.parse does. Replaces halves of characters in its
 * strings by U+FFFD: encodeURIComponent throws for them, and no database stores them.
 */
export function parseWhole(
  text: string,
  reviver?: (key: string, value: unknown) => unknown,
): unknown {
  if (!ESCAPED_HALF.test(text)) return JSON.parse(text, reviver);
  return JSON.parse(text, (key, value: unknown) => {
    const whole = typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value;
    return reviver ? reviver(key, whole) : whole;
  });
}

/**
 * Parses a JSON text. Throws SyntaxError if the text is not valid JSON or is nested deeper than MAX_DEPTH. Without a
 * reviver, JSON.parse accepts any depth, but JSON.stringify overflows the stack for a value that is nested too deeply.
 * Replaces halves of characters as parseWhole does.
 */
export function parseJson(
  text: string,
  reviver?: (key: string, value: unknown) => unknown,
): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`nested deeper than ${MAX_DEPTH}`);
  return parseWhole(text, reviver);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (inString && sign === '\\') at++;
    else if (sign === '"') inString = !inString;
    else if (inString) continue;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
