import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import { getPublicUrl } from './config.server';

/** The user's choices for this browser. They identify nobody, so a plain cookie holds them. */
const schema = z.object({
  menu: z.enum(['wide', 'compact']).default('wide').catch('wide'),
  /** Light pages carry no script. */
  pages: z.enum(['auto', 'light', 'full']).default('auto').catch('auto'),
});

export type Preferences = z.infer<typeof schema>;

/** Replaces an invalid cookie by the defaults instead of refusing it. */
const lenient = schema.catch(schema.parse({}));

const cookie = createCookie('preferences', {
  httpOnly: true,
  path: '/',
  sameSite: 'lax',
  secure: getPublicUrl().startsWith('https:'),
  maxAge: 365 * 24 * 3600,
});

export async function readPreferences(request: Request): Promise<Preferences> {
  const stored: unknown = await cookie.parse(request.headers.get('cookie'));
  return lenient.parse(stored ?? {});
}

/** Returns whether to answer without script: as the user chose, else as the browser asks (`Save-Data`). */
export async function prefersLightPages(request: Request): Promise<boolean> {
  const { pages } = await readPreferences(request);
  if (pages !== 'auto') return pages === 'light';
  return request.headers.get('save-data')?.toLowerCase() === 'on';
}

/** The preferences with what the form changes, as a cookie. */
export async function changePreferences(request: Request, form: FormData): Promise<string> {
  const changes = Object.fromEntries([...form].filter(([name]) => name in schema.shape));
  return cookie.serialize(schema.parse({ ...(await readPreferences(request)), ...changes }));
}
