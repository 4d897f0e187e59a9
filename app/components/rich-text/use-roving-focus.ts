import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Returns the props with which a toolbar handles the keyboard (https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/). The
 * buttons are a single tab stop, and the arrow keys move between them. Other controls, such as selects, work as usual.
 */
export function useRovingFocus() {
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLButtonElement>();
  const buttons = () => [
    ...(ref.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? []),
  ];
  const setTabStop = (wanted: HTMLButtonElement | undefined) => {
    const all = buttons();
    const stop = wanted && all.includes(wanted) ? wanted : all[0];
    current.current = stop;
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
  };
  // Runs after every rendering, because a rendering may add, remove or disable buttons.
  useEffect(() => setTabStop(current.current));
  return {
    ref,
    onFocus(event: FocusEvent) {
      if (event.target instanceof HTMLButtonElement) setTabStop(event.target);
    },
    onKeyDown(event: KeyboardEvent) {
      const step = STEPS[event.key];
      const isShortcut = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (step === undefined || isShortcut || !(event.target instanceof HTMLButtonElement)) return;
      const all = buttons();
      const next = (all.indexOf(event.target) + step + all.length) % all.length;
      event.preventDefault();
      all[next]?.focus();
    },
  };
}
