import { readFileSync } from 'node:fs';
import path from 'node:path';

/** One column as the specification of the screens has it. */
export interface ScreenColumn {
  field: string;
  caption: string;
  look: 'plain' | 'date' | 'date-time';
  /** In the column chooser, but not shown at first. */
  off: boolean;
}

/** A list screen as the specification has it. */
export interface Screen {
  path: string;
  /** 'Administration › Users', or what the page is about. */
  place: string;
  source: string;
  /** The title of the page: 'SMS Categories'. */
  heading: string;
  /** The name of what it lists, in messages: 'SMS categories'. */
  subject: string;
  /** The name of its entity in addresses; undefined where the rows do not come from the API host alone. */
  entity: string | undefined;
  pageSize: number;
  add: boolean;
  remove: boolean;
  export: boolean;
  columns: ScreenColumn[];
}

/** The list screens, read from the specification's page and not from the declarations that the panel draws them by. */
export const screens: readonly Screen[] = readFileSync(
  path.join(import.meta.dirname, '../../docs/spec/screens.md'),
  'utf8',
)
  .split(/^### /m)
  .slice(1)
  .map(readScreen);

/** The lists whose rows the API host answers. */
export const hostScreens = screens.filter(
  (screen): screen is Screen & { entity: string } => screen.entity !== undefined,
);

/** Long and short lists, with sources, keys and places in the menu of every kind: those that `npm test` tries. */
export const dailyPaths: readonly string[] = [
  '/users',
  '/participants',
  '/phones',
  '/quiz-attempts',
  '/sms-history',
];

/** Returns the screen of a list in the specification. */
export function screenOf(path: string): Screen {
  const screen = screens.find((candidate) => candidate.path === path);
  if (!screen) throw new Error(`the specification has no screen ${path}`);
  return screen;
}

/** The captions that show at first, in order. */
export function shownCaptions(screen: Screen): string[] {
  return screen.columns.filter(({ off }) => !off).map(({ caption }) => caption);
}

function readScreen(text: string): Screen {
  const [, path = '', place = ''] = part(text, /^(\S+) — (.+)$/m);
  const [, source = '', size] = part(text, /^Source: (.+?)\. Page size (\d+)\./m);
  const [, add, remove, exported] = part(
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
  const [, field = '', caption = '', look, off] = part(
    row,
    /^\| `(\w+)` \| (.+?) \| (?:(date|date-time) )?\| (?:(off) )?\|$/,
  );
  const known = look === 'date' || look === 'date-time' ? look : 'plain';
  return { field, caption, look: known, off: off === 'off' };
}

function part(text: string, pattern: RegExp): RegExpExecArray {
  const match = pattern.exec(text);
  if (!match) throw new Error(`the specification does not read as ${pattern}: ${text}`);
  return match;
}
