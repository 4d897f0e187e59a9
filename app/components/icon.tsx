import spriteUrl from '../assets/icons.svg?url';

interface IconProps {
  name: string;
  className?: string;
  /** The address of another sprite than that of pages. */
  sprite?: string;
}

/**
 * Renders a symbol of a sprite that scripts/icons.js writes. Screen readers ignore it and read the text beside it.
 */
export function Icon({ name, className = '', sprite = spriteUrl }: IconProps) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
