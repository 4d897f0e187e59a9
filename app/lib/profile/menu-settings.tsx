import { Form } from '@remix-run/react';
import { ALL_GROUPS, getOpenInput, type MenuGroupName, menu } from '~/lib/menu';

/** Renders the form in which users choose the groups of the menu that are open when a page loads. */
export function MenuSettings({ folded }: { folded: readonly MenuGroupName[] }) {
  return (
    <section className="mt-8 max-w-xl">
      <h2 className="mb-1">Menu</h2>
      <Form method="post" action="/preferences" key={folded.join()}>
        <input type="hidden" name="to" value="/profile" />
        <input type="hidden" name="groups" value={ALL_GROUPS} />
        <fieldset className="mb-3">
          <legend className="mb-2 text-muted">
            Groups that are open when a page loads in this browser. The group of that page is always
            among them.
          </legend>
          {menu.map(({ name, title }) => (
            <label key={name} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                name={getOpenInput(name)}
                defaultChecked={!folded.includes(name)}
              />
              {title}
            </label>
          ))}
        </fieldset>
        <button type="submit" className="button">
          Save menu
        </button>
      </Form>
    </section>
  );
}
