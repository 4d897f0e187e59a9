import { z } from 'zod';
import { findListEntity } from '../entities';
import { hasHiddenParameters } from '../entities/hidden-filters';
import { makeSealer } from '../server/seal.server';
import { toPublicPath } from './public-path.server';

/** The maximum number of characters of a path that the browser is redirected to. */
const MAX_PATH = 2_000;
/** The parameters that are not filters, and so identify nobody. */
const READABLE = ['page', 'size', 'sort', 'cols', 'open', 'view', 'draft', 'withdrawn'];
/** Matches an empty segment within a path, and one that names the present or the upper folder. */
const ODD_SEGMENT = /\/\/|\/\.{1,2}(?:\/|$)/;
const SEALED = 'sealed.';
const OWNER = ['return path'];

const { seal, unseal } = makeSealer('return path');

/**
 * Returns the value of the parameter `to` of the sign-in page: the path of the page that opens after signing in.
 * Encrypts a path whose query could identify people. If the encrypted path would be too long, leaves out the query
 * instead.
 */
export function toReturnParameter(path: string): string {
  const shown = toPublicPath(path);
  if (!mayNamePeople(shown)) return shown;
  const sealed = SEALED + Buffer.from(seal(shown, OWNER), 'base64').toString('base64url');
  return sealed.length <= MAX_PATH ? sealed : (shown.split('?')[0] ?? '/home');
}

/**
 * Returns the path for a value that `toReturnParameter` has returned, or the path of the home page for anything else.
 */
export function readReturnParameter(value: string | null): string {
  if (!value?.startsWith(SEALED)) return getSafeReturnPath(value);
  const sealed = Buffer.from(value.slice(SEALED.length), 'base64url').toString('base64');
  return getSafeReturnPath(unseal(sealed, OWNER)?.toString('utf8') ?? null);
}

/**
 * Returns `raw`, with characters outside ASCII encoded, if it is an absolute path without spaces, control
 * characters, backslashes, empty segments and dot segments, and is short enough for a header. For anything else, such as the address of another
 * site, returns the path of the home page.
 */
export function getSafeReturnPath(raw: string | null): string {
  const path = z
    .string()
    .max(MAX_PATH)
    .regex(/^\/(?![/\\])[^\\\s\p{Cc}\p{Cs}]*$/u)
    .refine((text) => !ODD_SEGMENT.test(text.split(/[?#]/, 1)[0] ?? ''))
    .transform((text) => text.replace(/[^\x21-\x7e]/gu, encodeURIComponent))
    .pipe(z.string().max(MAX_PATH))
    .safeParse(raw);
  return path.success ? path.data : '/home';
}

/** Returns whether the query of a record's page contains filters of the list that the page leads back to. */
export function hasFilters(search: string): boolean {
  const names = new URLSearchParams(new URLSearchParams(search).get('list') ?? '').keys();
  return [...names].some((name) => !READABLE.includes(name));
}

/**
 * Returns the path of the list that a page belongs to: `/participants` for the column chooser `/columns/participants`,
 * and for `/Participants/`, which the router takes as the same. Returns other paths without slashes at their end.
 */
export function getListPath(pathname: string): string {
  const path = pathname
    .replace(/^\/(?:columns|export|filters|views?)(?=\/)/i, '')
    .replace(/\/+$/, '');
  // Ids in longer paths are case-sensitive.
  return path.lastIndexOf('/') === 0 ? path.toLowerCase() : path;
}

/**
 * Returns whether the query of a path could identify people. In the query of a declared list, only the values of hidden
 * filters could. In the query of another page, every parameter could that is not known to identify nobody.
 */
function mayNamePeople(path: string): boolean {
  const [pathname = '', search = ''] = path.split('?', 2);
  const params = new URLSearchParams(search);
  const list = findListEntity(getListPath(pathname).slice(1), '')?.list;
  if (list) return hasHiddenParameters(list, params);
  return (
    hasFilters(search) || [...params.keys()].some((name) => !['list', ...READABLE].includes(name))
  );
}
