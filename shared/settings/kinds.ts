import { z } from 'zod';

const MIN_KEY_CHARACTERS = 32;

export function port() {
  return z.coerce.number().int().min(0).max(65_535);
}

export function webAddress() {
  return z.url({ protocol: /^https?$/ });
}

/** Returns the schema of a switch. The environment sets it to `on` or `off`, and it is read as a boolean. */
export function onOff(preset: 'on' | 'off') {
  return z
    .enum(['on', 'off'])
    .default(preset)
    .transform((value) => value === 'on');
}

/** Returns the schema of a path of the API host that an installation can choose. */
export function apiPath(preset: string) {
  return z
    .string()
    .regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/, `must be a path such as ${preset}`)
    .default(preset);
}

/** Returns the schema of a text that can be the value of an HTTP header. */
export function headerText() {
  return z.string().regex(/^[\x21-\x7e]+$/, 'must be ASCII characters without spaces');
}

export function timeZone() {
  return z.string().refine(isTimeZone, 'must be an IANA time zone such as Africa/Lusaka');
}

export function panelKey() {
  return z
    .string()
    .regex(
      /^[^\s,]{32,}$/,
      `must have at least ${MIN_KEY_CHARACTERS} characters, without spaces and commas`,
    );
}

/** Returns the texts of a list that is separated by commas. Removes spaces around them, and empty texts. */
export function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
