import spriteUrl from '../assets/icons.svg?url';

/**
 * Renders a symbol of the sprite that scripts/icons.js writes. Screen readers ignore it and read the text
 * beside it.
 */
export function Icon({ name, className = '' }: { name: string; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} aria-hidden="true">
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  );
}
