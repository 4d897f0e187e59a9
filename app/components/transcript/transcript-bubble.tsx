import type { Bubble } from '~/lib/transcript/transcript-view';
import { Icon } from '../icon';

/**
 * Renders one message with its author's colour. The author's name is black or white, whichever has more
 * contrast.
 */
export function TranscriptBubble({ bubble }: { bubble: Bubble }) {
  const { author, tint, text, file, deleted } = bubble;
  return (
    <li
      id={bubble.anchor}
      className={`bubble ${bubble.follows ? '' : 'mt-2'}`}
      style={{ borderLeftColor: tint?.background }}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <strong
          className={`rounded px-1.5 ${tint ? 'tint' : ''}`}
          style={tint && { backgroundColor: tint.background, color: tint.text }}
        >
          {author}
        </strong>
        <a
          href={bubble.permalink}
          className="text-muted"
          aria-label={`${bubble.time || 'No time'}, link to this message`}
        >
          {bubble.time || 'No time'}
        </a>
        {deleted && (
          <span className="inline-flex items-center gap-1 rounded bg-bad-soft px-1.5 text-bad">
            <Icon name="trash-2" /> Deleted
          </span>
        )}
      </p>
      {text && (
        <p className="whitespace-pre-wrap break-words">{deleted ? <del>{text}</del> : text}</p>
      )}
      {file && <p className="break-words">{renderFileLink(file)}</p>}
    </li>
  );
}

function renderFileLink({ label, href }: NonNullable<Bubble['file']>) {
  return href ? (
    <a href={href} rel="noopener noreferrer">
      {label}
    </a>
  ) : (
    label
  );
}
