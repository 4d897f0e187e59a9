import type { Trail } from '../../trail';
import { formInputs } from '../form/form-view';

/** The path of the page that offers to send a form again that was posted while its user was signed out. */
export const UNSENT_PATH = '/unsent';

/** The maximum number of values of a form that the page shows. */
const MAX_ENTRIES = 20;

/** An input of a form with its value. */
interface PostedField {
  name: string;
  value: string;
}

/** The data of that page. */
export interface UnsentView {
  title: string;
  trail: Trail;
  /** Undefined if there is no such form for this user. */
  form?: {
    title: string;
    /** The address to which the form is posted. */
    action: string;
    fields: PostedField[];
    /** The values that the user typed or chose, with the names of their inputs in words. */
    entries: PostedField[];
  };
}

/**
 * The forms that can be sent again, by path, with the name that the page shows. Three kinds of forms are not here: forms
 * of records, whose own pages show the draft; forms with a password or a file, which a draft never holds; and forms in
 * which nothing is typed or chosen.
 */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^\/participant\/withdraw\/./, 'Withdrawal of a participant'],
  [/^\/participant\/erase\/./, 'Erasure of a participant'],
  [/^\/participant\/report\/./, 'Report about a participant'],
  [/^\/erasure\/./, 'Erasure of a participant'],
  [/^\/users\/waiting\/./, 'Decision about an account'],
  [/^\/bulk\/./, 'Change of several records'],
  [/^\/phone\/participants\/[^/]+$/, 'Participants of a phone'],
  [/^\/(phone|discussion)\/chat\/[^/]+\/transcript$/, 'Transcript'],
  [/^\/send-messages$/, 'Messages to send'],
  [/^\/views\/./, 'Saved view'],
  [/^\/(filters|view)\/./, 'Filters'],
  [/^\/search$/, 'Search'],
  [/^\/home\/settings(\/mail)?$/, 'Settings'],
  [/^\/export(-as)?\/./, 'Export'],
  [/^\/import\/./, 'Import'],
];

/** Returns the name of a form that can be sent again, by the path to which it is posted. */
export function findUnsentTitle(path: string): string | undefined {
  return FORMS.find(([pattern]) => pattern.test(path))?.[1];
}

/** Returns the fields with which a form was posted to `address`, as they are stored in a draft. */
export function addAction(fields: [string, string][], address: string): [string, string][] {
  return [...fields.filter(([name]) => name !== formInputs.page), [formInputs.page, address]];
}

/** Returns the stored fields of a form as the page shows them. */
export function buildUnsentForm(stored: [string, string][]): UnsentView['form'] {
  const action = stored.find(([name]) => name === formInputs.page)?.[1] ?? '';
  const title = findUnsentTitle(action.split('?')[0] ?? '');
  if (title === undefined) return undefined;
  const fields = stored
    .filter(([name]) => name !== formInputs.page)
    .map(([name, value]) => ({ name, value }));
  const entries = fields
    .filter(({ name, value }) => !name.startsWith('_') && isReadable(value))
    .slice(0, MAX_ENTRIES)
    .map(({ name, value }) => ({ name: toWords(name), value }));
  return { title, action, fields, entries };
}

/** Returns whether a value says something to a reader: it is no number, no code and not the id of a record. */
function isReadable(value: string): boolean {
  return /\p{L}/u.test(value) && !/^[\w-]{22,}$/.test(value);
}

/** Returns the name of an input as words, such as "Start date" for `start_date`. */
function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
