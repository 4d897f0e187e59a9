import type { PublicLink } from '~/lib/core/addresses/publish-link.server';
import { PostLink } from './post-link';

interface RevealButtonProps {
  button: Required<PublicLink>;
  /** The title of the field. */
  title: string;
}

/** Renders the button that shows a masked value on a page of its own. */
export function RevealButton({ button, title }: RevealButtonProps) {
  return (
    <span className="no-print">
      <PostLink {...button} className="link">
        Reveal<span className="sr-only"> {title}</span>
      </PostLink>
    </span>
  );
}
