import { useState } from 'react';
import { Icon } from './icon';
import { useHydrated } from './use-hydrated';

/**
 * Renders a button that copies the address of a file. Renders nothing without script: users can then copy the link that
 * stands beside the button.
 */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const hydrated = useHydrated();
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  if (!hydrated) return null;
  async function copy() {
    try {
      await navigator.clipboard.writeText(new URL(text, window.location.href).href);
      setState('copied');
    } catch {
      // Browsers allow access to the clipboard only on https and localhost.
      setState('failed');
    }
  }
  return (
    <button
      type="button"
      onClick={copy}
      className="inline-flex min-h-6 items-center whitespace-nowrap gap-1 text-sm text-accent hover:underline"
    >
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      <span aria-live="polite">{WORDS[state]}</span>
      <span className="sr-only">, {label}</span>
    </button>
  );
}

const WORDS = {
  idle: 'Copy link',
  copied: 'Copied',
  failed: 'Copying failed: use the link itself',
} as const;
