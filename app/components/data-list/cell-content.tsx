import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { type Cell, SCORE_WORDS } from '~/lib/core/list/list-row';
import type { NamedValue } from '~/lib/core/list/named-value';
import { FileCell } from '../file-cell';
import { Marked } from '../marked';
import { PostLink } from '../post-link';
import { makeBreakable } from './breakable';

/**
 * Returns the content of a cell. This is a function because a component for each of the hundreds of cells of a page
 * would take longer.
 */
export function renderCell(cell: Cell): ReactNode {
  if (typeof cell === 'string') return makeBreakable(cell);
  if ('file' in cell) return <FileCell {...cell} />;
  const content = cell.href ? (
    <CellLink href={cell.href} fields={cell.fields} text={cell.text} />
  ) : (
    makeBreakable(cell.text)
  );
  if (cell.note)
    return (
      <>
        {content}
        {renderNote(cell.note)}
      </>
    );
  if (cell.mark) {
    return (
      <Marked mark={cell.mark} says={SCORE_WORDS[cell.mark]}>
        {content}
      </Marked>
    );
  }
  return cell.tint ? (
    <span
      className="tint rounded px-2 py-0.5"
      style={{ backgroundColor: cell.tint.background, color: cell.tint.text }}
    >
      {content}
    </span>
  ) : (
    content
  );
}

/** The CSS classes of the words for a state. Words that are not listed have the class `badge-plain`. */
const STATUS_CLASSES: Readonly<Record<string, string>> = {
  Active: 'badge-good',
  Passed: 'badge-good',
  Failed: 'badge-bad',
  Unseen: 'badge-warn',
};

/** Returns the content of a cell with the state of a record: the word for the state, as a badge. */
export function renderStatus(cell: Cell): ReactNode {
  const { text, ...more } = typeof cell === 'string' ? { text: cell } : cell;
  if (text === '') return renderCell(cell);
  return (
    <>
      <span className={STATUS_CLASSES[text] ?? 'badge-plain'}>{text}</span>
      {'note' in more && more.note && renderNote(more.note)}
    </>
  );
}

function renderNote(note: string): ReactNode {
  return (
    <>
      {' '}
      <span className="badge-warn">{note}</span>
    </>
  );
}

/**
 * Renders a link, or a button that looks like one if it posts `fields`. Other sites receive no referrer and no access
 * to this page.
 */
function CellLink({ href, fields, text }: { href: string; fields?: NamedValue[]; text: string }) {
  if (fields)
    return (
      <PostLink href={href} fields={fields} className="link">
        {makeBreakable(text)}
      </PostLink>
    );
  return href.startsWith('/') ? (
    <Link to={href}>{makeBreakable(text)}</Link>
  ) : (
    <a href={href} rel="noopener noreferrer">
      {makeBreakable(text)}
    </a>
  );
}
