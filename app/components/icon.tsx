import spriteUrl from '../assets/icons.svg?url';

/** A symbol of the sprite that scripts/icons.js makes; decoration only, the text beside it speaks. */
export function Icon({ name, className = '' }: { name: string; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} aria-hidden="true">
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  );
}
