import type { TranscriptRun as Run, TranscriptSearch } from '~/lib/transcript/transcript-view';
import { TranscriptBubble } from './transcript-bubble';

interface RunProps {
  run: Run;
  search: TranscriptSearch;
}

/** Renders consecutive messages of one author, below the author's name. */
export function TranscriptRun({ run: { author, tint, side, bubbles }, search }: RunProps) {
  return (
    <li className={side === 'right' ? 'run run-right' : 'run'}>
      <p className="text-sm">
        <strong
          className={tint && 'tint rounded px-1.5'}
          style={tint && { backgroundColor: tint.background, color: tint.text }}
        >
          {author}
        </strong>
      </p>
      <ol>
        {bubbles.map((bubble) => (
          <TranscriptBubble
            key={bubble.anchor}
            bubble={bubble}
            search={bubble.isMatch ? search : undefined}
          />
        ))}
      </ol>
    </li>
  );
}
