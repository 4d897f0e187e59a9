import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import { ALL_GROUPS, getOpenInput, type MenuGroupName, menuGroups } from '../../menu';
import { getPublicUrl } from './config.server';
import { nameCookie, nameFormerCookie } from './cookie-name.server';

/**
 * The user's preferences for this browser. They identify nobody, so the cookie that contains them is not
 * signed.
 */
const schema = z.object({
  menu: z.enum(['wide', 'compact']).default('wide').catch('wide'),
  /** The shortcuts of a single key, which get in the way of speech input (WCAG 2.1.4). */
  shortcuts: z.enum(['on', 'off']).default('on').catch('on'),
  /** The groups of the menu that are folded. The group of the current screen is open all the same. */
  folded: z.array(z.enum(menuGroups)).default([]).catch([]),
  /** `light` pages have no script. `auto` follows the browser's `Save-Data` header. */
  pages: z.enum(['auto', 'light', 'full']).default('auto').catch('auto'),
});

type Preferences = z.infer<typeof schema>;

/** Uses the defaults if the cookie is invalid. */
const lenient = schema.catch(schema.parse({}));

const secure = getPublicUrl().startsWith('https:');
const options = {
  ...{ httpOnly: true, path: '/', sameSite: 'lax' as const, secure },
  maxAge: 365 * 24 * 3600,
};
const cookie = createCookie(nameCookie('preferences'), options);
const formerCookie = createCookie(nameFormerCookie('preferences'), options);

/** Returns the preferences in the request's cookie, or the defaults. */
export async function readPreferences(request: Request): Promise<Preferences> {
  const cookies = request.headers.get('cookie');
  const stored: unknown = (await cookie.parse(cookies)) ?? (await formerCookie.parse(cookies));
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

/** The preferences whose new values are sent by forms. */
const choices = ['menu', 'pages', 'shortcuts'] as const;

/** The inputs of the forms that change preferences. */
export const preferenceInputs = [...choices, 'groups', ...menuGroups.map(getOpenInput)];

/** Returns a Set-Cookie header with the preferences after the changes in `form`. */
export async function changePreferences(request: Request, form: FormData): Promise<string> {
  const stored = await readPreferences(request);
  const chosen = choices.filter((name) => form.has(name));
  return cookie.serialize(
    schema.parse({
      ...stored,
      ...Object.fromEntries(chosen.map((name) => [name, form.get(name)])),
      folded: menuGroups.filter((name) =>
        hasGroupInput(form, name) ? !form.has(getOpenInput(name)) : stored.folded.includes(name),
      ),
    }),
  );
}

/** Returns true if a form has an input for a group of the menu. A check box that is not checked sends nothing. */
function hasGroupInput(form: FormData, name: MenuGroupName): boolean {
  const groups = form.get('groups');
  return groups === ALL_GROUPS || groups === name;
}
