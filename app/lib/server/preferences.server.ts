import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import { getPublicUrl } from './config.server';

/**
 * The user's preferences for this browser. They identify nobody, so the cookie that contains them is not
 * signed.
 */
const schema = z.object({
  menu: z.enum(['wide', 'compact']).default('wide').catch('wide'),
  /** `light` pages have no script. `auto` follows the browser's `Save-Data` header. */
  pages: z.enum(['auto', 'light', 'full']).default('auto').catch('auto'),
});

export type Preferences = z.infer<typeof schema>;

/** Uses the defaults if the cookie is invalid. */
const lenient = schema.catch(schema.parse({}));

const cookie = createCookie('preferences', {
  httpOnly: true,
  path: '/',
  sameSite: 'lax',
  secure: getPublicUrl().startsWith('https:'),
  maxAge: 365 * 24 * 3600,
});

/** Returns the preferences in the request's cookie, or the defaults. */
export async function readPreferences(request: Request): Promise<Preferences> {
  const stored: unknown = await cookie.parse(request.headers.get('cookie'));
  return lenient.parse(stored ?? {});
}

/**
 * Returns true if pages must be sent without script: if the user has chosen that or, without a choice, if the
 * browser sends `Save-Data: on`.
 */
export async function prefersLightPages(request: Request): Promise<boolean> {
  const { pages } = await readPreferences(request);
  if (pages !== 'auto') return pages === 'light';
  return request.headers.get('save-data')?.toLowerCase() === 'on';
}

/** Returns a Set-Cookie header with the preferences after the changes in `form`. */
export async function changePreferences(request: Request, form: FormData): Promise<string> {
  const changes = Object.fromEntries([...form].filter(([name]) => name in schema.shape));
  return cookie.serialize(schema.parse({ ...(await readPreferences(request)), ...changes }));
}
