import { z } from 'zod';

const MIN_KEY_CHARACTERS = 32;

export function port() {
  return z.coerce.number().int().min(0).max(65_535);
}

export function webAddress() {
  return z.url({ protocol: /^https?$/ });
}

/** A switch, which is set as `on` or `off` and read as a boolean. */
export function onOff(preset: 'on' | 'off') {
  return z
    .enum(['on', 'off'])
    .default(preset)
    .transform((value) => value === 'on');
}

/** A path of the API host that an installation can choose. */
export function apiPath(preset: string) {
  return z
    .string()
    .regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/, `must be a path such as ${preset}`)
    .default(preset);
}

/** A value that fits in a header. */
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

/** Texts separated by commas. Blanks around them do not count, nor does an empty text. */
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
