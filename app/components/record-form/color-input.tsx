import { type InputHTMLAttributes, useEffect, useRef, useState } from 'react';

/** Renders an input for a colour code. If script runs, users can also choose a colour in the browser's picker. */
export function ColorInput(props: InputHTMLAttributes<HTMLInputElement>) {
  const text = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<string>();
  useEffect(() => setPicked(toSixDigits(text.current?.value)), []);
  return (
    <div className="flex items-center gap-2">
      <input
        {...props}
        ref={text}
        spellCheck={false}
        autoComplete="off"
        onInput={(event) => setPicked(toSixDigits(event.currentTarget.value))}
      />
      {picked !== undefined && (
        <input
          type="color"
          aria-label="Pick a color"
          value={picked}
          className="h-9 w-14 shrink-0 cursor-pointer rounded border border-line-strong bg-surface p-0.5"
          onChange={(event) => {
            setPicked(event.currentTarget.value);
            if (text.current) text.current.value = event.currentTarget.value.toUpperCase();
          }}
        />
      )}
    </div>
  );
}

/**
 * Returns a colour code as '#' and six digits, the only form that the picker accepts. Drops the opacity of a code with
 * eight digits. Returns black for all other texts.
 */
function toSixDigits(code = ''): string {
  const hex = /^#([0-9a-f]{6}|[0-9a-f]{3}$)/i.exec(code)?.[1];
  if (!hex) return '#000000';
  return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex}`.toLowerCase();
}
