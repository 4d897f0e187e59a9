import { Form, useLocation } from '@remix-run/react';

/** Renders the form that turns the shortcuts of a single key on or off. */
export function ShortcutSettings({ areOn }: { areOn: boolean }) {
  const { pathname } = useLocation();
  return (
    <Form method="post" action="/preferences" className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="to" value={pathname} />
      <p>
        Shortcuts of a single key are <strong>{areOn ? 'on' : 'off'}</strong> in this browser.
      </p>
      <button type="submit" name="shortcuts" value={areOn ? 'off' : 'on'} className="button">
        {areOn ? 'Turn them off' : 'Turn them on'}
      </button>
    </Form>
  );
}
