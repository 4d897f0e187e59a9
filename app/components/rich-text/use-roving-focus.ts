import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The keyboard of a toolbar (https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/): its buttons are one
 * stop of the Tab key, and the arrow keys lead from one to the next. Choices keep their own keys.
 */
export function useRovingFocus() {
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLButtonElement>();
  const buttons = () => [
    ...(ref.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? []),
  ];
  const mark = (wanted: HTMLButtonElement | undefined) => {
    const all = buttons();
    const stop = wanted && all.includes(wanted) ? wanted : all[0];
    current.current = stop;
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
  };
  // After every drawing: buttons come, go and are disabled.
  useEffect(() => mark(current.current));
  return {
    ref,
    onFocus(event: FocusEvent) {
      if (event.target instanceof HTMLButtonElement) mark(event.target);
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
