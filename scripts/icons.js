/**
 * Writes app/assets/icons.svg and text-icons.svg with a symbol for each icon of the Lucide set (ISC licence) that the
 * panel uses. After adding a name, run `node scripts/icons.js`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** The icons of pages. */
const names = [
  'house',
  'users',
  'folder-open',
  'hospital',
  'map-pin',
  'globe',
  'palette',
  'bell',
  'image',
  'user-round-check',
  'user-round',
  'calendar-check',
  'chart-column',
  'book-open',
  'clipboard-list',
  'library',
  'smartphone',
  'clock',
  'messages-square',
  'message-circle',
  'circle-help',
  'list-checks',
  'tags',
  'phone',
  'mail',
  'history',
  'send',
  'shield-check',
  'menu',
  'x',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'chevrons-left',
  'chevrons-right',
  'arrow-up',
  'arrow-down',
  'arrow-up-down',
  'plus',
  'download',
  'columns-3',
  'bookmark',
  'list-filter',
  'search',
  'trash-2',
  'pencil',
  'arrow-left',
  'save',
  'log-out',
  'circle-alert',
  'circle-check',
  'circle-x',
  'ellipsis',
  'link',
  'unlink',
  'upload',
  'refresh-cw',
  'info',
  'inbox',
  'copy',
  'check',
  'undo-2',
  'feather',
  'app-window',
];

/** The icons of the rich-text editor, in a file of its own, because only pages with the editor need them. */
const editorNames = [
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'list',
  'list-ordered',
  'text-quote',
  'minus',
  'table',
  'text-align-start',
  'text-align-center',
  'text-align-end',
  'text-align-justify',
  'remove-formatting',
  'redo-2',
  'undo-2',
  'link',
  'image',
];

writeSprite('icons.svg', names);
writeSprite('text-icons.svg', editorNames);

function writeSprite(file, iconNames) {
  const symbols = iconNames.map(makeSymbol).join('');
  writeFileSync(
    new URL(`../app/assets/${file}`, import.meta.url),
    `<!-- Lucide icons, ISC licence, https://lucide.dev -->\n<svg xmlns="http://www.w3.org/2000/svg">\n${symbols}\n</svg>\n`,
  );
}

function makeSymbol(name) {
  const svg = readFileSync(
    new URL(`../node_modules/lucide-static/icons/${name}.svg`, import.meta.url),
    'utf8',
  );
  const shapes = svg
    .slice(svg.indexOf('\n>') + 2, svg.lastIndexOf('</svg>'))
    .replace(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>')
    .replace(/<path d="[^"]*"\/>(?:<path d="[^"]*"\/>)+/g, mergePaths);
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`;
}

/** Returns one path that draws the same lines as several. A sprite with fewer elements is smaller. */
function mergePaths(paths) {
  const data = [...paths.matchAll(/d="([^"]*)"/g)].map(([, path]) => makeStartAbsolute(path));
  return `<path d="${data.join('')}"/>`;
}

/** Returns the data of a path that begins at the same point whatever comes before it. */
function makeStartAbsolute(path) {
  return path.replace(
    /^m\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)\s*(?=(.?))/,
    (_, x, y, next) => `M${x} ${y}${/[-.\d]/.test(next) ? 'l' : ''}`,
  );
}
