import type { Bubble, MarkedText, TranscriptSearch } from '~/lib/transcript/transcript-view';
import { Icon } from '../../components/icon';
import { MatchLinks } from './match-links';

interface BubbleProps {
  bubble: Bubble;
  /** The search, if this message is the match that the page shows. */
  search?: TranscriptSearch;
}

/** Renders one message with its time. The time is a link to the message. */
export function TranscriptBubble({ bubble, search }: BubbleProps) {
  const { text, file, deleted } = bubble;
  const time = bubble.time || 'No time';
  return (
    <li id={bubble.anchor} className={search ? 'bubble bubble-match' : 'bubble'}>
      <div id={search && 'match'}>
        {text.some(Boolean) && (
          <p className="whitespace-pre-wrap break-words">
            {deleted ? <del>{renderMarked(text)}</del> : renderMarked(text)}
          </p>
        )}
        {file && <p className="break-words">{renderFileLink(file)}</p>}
      </div>
      <p className="bubble-foot">
        {deleted && (
          <span className="text-bad">
            <Icon name="trash-2" /> Deleted
          </span>
        )}{' '}
        <a href={bubble.permalink} aria-label={`${time}, link to this message`}>
          {time}
        </a>
      </p>
      {search && <MatchLinks search={search} />}
    </li>
  );
}

function renderFileLink({ label, href }: NonNullable<Bubble['file']>) {
  return href ? (
    <a href={href} rel="noopener noreferrer">
      {renderMarked(label)}
    </a>
  ) : (
    renderMarked(label)
  );
}

/** Renders the parts of a text. Every second part is the searched text and is highlighted. */
function renderMarked(parts: MarkedText) {
  return parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}
