import spriteUrl from '../assets/icons.svg?url';

interface IconProps {
  name: string;
  className?: string;
  /** The address of the sprite that contains the symbol. The default is the sprite of all pages. */
  sprite?: string;
}

/**
 * Renders a symbol from a sprite that scripts/icons.js writes. Screen readers ignore it and read the text beside it.
 */
export function Icon({ name, className = '', sprite = spriteUrl }: IconProps) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
