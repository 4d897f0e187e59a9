import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A column in the specification of the screens. */
export interface ScreenColumn {
  field: string;
  caption: string;
  format: 'plain' | 'date' | 'date-time';
  /** True if the column is hidden by default. */
  off: boolean;
  /** True if the column is derived, so that no host sends it and no record has it. It is hidden by default. */
  derived: boolean;
}

/** A list screen in the specification of the screens. */
export interface Screen {
  path: string;
  /** The group and title in the menu, such as 'Administration › Users', or the subject of the page. */
  place: string;
  source: string;
  /** The title of the page, such as 'SMS Categories'. */
  heading: string;
  /** The word for its records in messages, in the plural, such as 'SMS categories'. */
  subject: string;
  /** The name of the entity in addresses. Undefined if not all rows come from the API host. */
  entity: string | undefined;
  pageSize: number;
  add: boolean;
  remove: boolean;
  export: boolean;
  columns: ScreenColumn[];
}

/** The list screens, as the specification describes them. Tests compare them with the panel's own declarations. */
export const screens: readonly Screen[] = readFileSync(
  path.join(import.meta.dirname, '../../docs/spec/screens.md'),
  'utf8',
)
  .split(/^### /m)
  .slice(1)
  .map(readScreen);

/** The lists whose rows all come from the API host. */
export const hostScreens = screens.filter(
  (screen): screen is Screen & { entity: string } => screen.entity !== undefined,
);

/** The lists that `npm test` tests. They differ in length, source, key and place in the menu. */
export const dailyPaths: readonly string[] = [
  '/users',
  '/participants',
  '/phones',
  '/quiz-attempts',
  '/sms-history',
];

/** Returns the screen with this path. Throws an error if the specification has none. */
export function findScreen(path: string): Screen {
  const screen = screens.find((candidate) => candidate.path === path);
  if (!screen) throw new Error(`the specification has no screen ${path}`);
  return screen;
}

/** Returns the columns of the fields that records have. */
export function listOwnColumns({ columns }: Screen): ScreenColumn[] {
  return columns.filter(({ derived }) => !derived);
}

/** Returns the captions of the columns that are shown by default, in order. */
export function shownCaptions(screen: Screen): string[] {
  return screen.columns.filter(({ off }) => !off).map(({ caption }) => caption);
}

function readScreen(text: string): Screen {
  const [, path = '', place = ''] = matchPart(text, /^(\S+) — (.+)$/m);
  const [, source = '', size] = matchPart(text, /^Source: (.+?)\. Page size (\d+)\./m);
  const [, add, remove, exported] = matchPart(
    text,
    /Add: (yes|no)\. Delete: (yes|no)\. Export: (yes|no)\./,
  );
  const columns = text.match(/^\| `.+$/gm);
  if (!columns) throw new Error(`the specification has no columns for ${path}`);
  const [group = '', title = ''] = place.split(' › ');
  const heading = group === 'SMS' ? `SMS ${title}` : title;
  return {
    path,
    place,
    source,
    heading,
    subject: heading.replace(/[A-Z][a-z]+/g, (word) => word.toLowerCase()),
    entity: /^([\w-]+)\/list(\/\S+)?$/.exec(source)?.[1],
    pageSize: Number(size),
    add: add === 'yes',
    remove: remove === 'yes',
    export: exported === 'yes',
    columns: columns.map(readColumn),
  };
}

function readColumn(row: string): ScreenColumn {
  const [, field = '', caption = '', type, off] = matchPart(
    row,
    /^\| `(\w+)` \| (.+?) \| (?:(date|date-time) )?\| (?:(off|derived) )?\|$/,
  );
  const format = type === 'date' || type === 'date-time' ? type : 'plain';
  return { field, caption, format, off: off !== undefined, derived: off === 'derived' };
}

function matchPart(text: string, pattern: RegExp): RegExpExecArray {
  const match = pattern.exec(text);
  if (!match) throw new Error(`the specification does not match ${pattern}: ${text}`);
  return match;
}
