import { lazy, Suspense } from 'react';
import { useLightPages } from './light-pages';
import type { PasskeyRequestProps } from './passkey-request';
import { useHydrated } from './use-hydrated';

/** The part that asks the browser. It is fetched by the pages that ask for a passkey, and by no others. */
const PasskeyRequest = lazy(() => import('./passkey-request'));

/** Renders the button that asks the browser for a passkey and then posts its form. It needs script. */
export function PasskeyButton(props: PasskeyRequestProps) {
  const hydrated = useHydrated();
  const light = useLightPages();
  if (hydrated)
    return (
      <Suspense>
        <PasskeyRequest key={props.question.options.challenge} {...props} />
      </Suspense>
    );
  const note = (
    <p className="mt-2 text-muted">
      Passkeys need script, which is off on this page. An authenticator app and recovery codes work
      without it.
    </p>
  );
  // Browsers that can run script ignore the content of a <noscript>, also on light pages, which have no script.
  return light ? note : <noscript>{note}</noscript>;
}
