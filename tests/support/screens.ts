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
  return {
    path,
    place,
    source,
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
