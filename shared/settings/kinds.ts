import { isIP } from 'node:net';
import { z } from 'zod';

const MIN_KEY_CHARACTERS = 32;
/** The address ranges that Express's `trust proxy` knows by name. */
const NAMED_RANGES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

export function port() {
  return z.coerce.number().int().min(0).max(65_535);
}

/** Returns the schema of a web address. It has no user name and no password, which requests would refuse. */
export function webAddress() {
  return z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://name.example' })
    .refine((text) => !new URL(text).username && !new URL(text).password, {
      error: 'must not contain a user name or a password',
      when: ({ issues }) => issues.length === 0,
    });
}

/**
 * Returns the schema of the address of a server with a user name and a password. Refuses an address of which a sign of
 * the password would be read as something else: the rest of the password would then be a part of the server's name,
 * which errors contain.
 */
export function serverAddress(protocols: RegExp, example: string) {
  return z.string().refine((text) => isServerAddress(text, protocols), {
    error: `must be an address such as ${example}; in its user name and password, write @ as %40, # as %23, / as %2F, ? as %3F and % as %25`,
  });
}

function isServerAddress(text: string, protocols: RegExp): boolean {
  const [, protocol = '', authority = '', rest = ''] =
    /^([a-z]+):\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (!protocols.test(protocol.toLowerCase()) || /@.*@/.test(authority) || rest.includes('@'))
    return false;
  try {
    decodeURIComponent(authority);
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

/** Returns the schema of a setting that is `on` or `off` in the environment and is read as a boolean. */
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

/**
 * Returns the schema of the proxies that are trusted: their number, or their addresses separated by commas, as for
 * Express's `trust proxy`.
 */
export function trustedProxies() {
  return z
    .string()
    .refine(
      (value) =>
        /^\d$/.test(value) || value.split(',').every((part) => isAddressRange(part.trim())),
      'must be a number of proxies, or addresses such as 10.0.0.7, 10.0.0.0/8 or loopback',
    );
}

export function timeZone() {
  return z.string().refine(isTimeZone, 'must be an IANA time zone such as Africa/Lusaka');
}

export function locale() {
  return z.string().refine(isLocale, 'must be a language such as en, pt or sv');
}

function isLocale(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).includes(value);
  } catch {
    return false;
  }
}

export function panelKey() {
  return z
    .string()
    .regex(
      /^[^\s,]{32,}$/,
      `must have at least ${MIN_KEY_CHARACTERS} characters, without spaces and commas`,
    );
}

/** Splits a list at its commas. Removes spaces around the texts, and empty texts. */
export function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * Returns whether a text is a complete address or network that Express reads correctly. Short forms such as 10/8 are
 * refused, because Express reads them as other addresses.
 */
function isAddressRange(text: string): boolean {
  if (NAMED_RANGES.includes(text)) return true;
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const isMixed = address.includes(':') && address.includes('.');
  if (version === 0 || (isMixed && !/^::ffff:/i.test(address))) return false;
  return Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
