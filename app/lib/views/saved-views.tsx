import { Link } from '@remix-run/react';
import type { SavedViewItem } from '~/lib/core/list/saved-views-view';
import { SaveViewForm } from '../../components/data-list/save-view-form';
import { ViewActions } from '../../components/data-list/view-actions';

interface SavedViewsProps {
  own: readonly SavedViewItem[];
  shared: readonly SavedViewItem[];
  /** The views that come with the panel. */
  shipped: readonly SavedViewItem[];
  /** False if the list is in its default state, apart from its page. */
  canSave: boolean;
  /** True if the user can save views for everybody. */
  canShare: boolean;
  /** True if users can make a view the list's default or pin it to the menu. */
  canChoose: boolean;
  /** The titles of the active filters that a view for everybody cannot have. */
  identifying: readonly string[];
}

/** Renders the form that saves the state of a list under a name, and the views of the list. */
export function SavedViews({ own, shared, shipped, ...rest }: SavedViewsProps) {
  const { canSave, canShare, canChoose, identifying } = rest;
  const actions = { canSave, canChoose };
  return (
    <div className="max-w-xl">
      {canSave ? (
        <SaveViewForm
          key={own.length + shared.length}
          canShare={canShare}
          identifying={identifying}
        />
      ) : (
        <p className="mb-6 text-muted">
          To save a view, first set filters, columns, an order, a page size or a summary in the
          list.
        </p>
      )}
      <Section title="Your views" views={own} {...actions}>
        You have not saved any views of this list for yourself.
      </Section>
      <Section title="Views for everybody" views={[...shared, ...shipped]} {...actions}>
        No views of this list are shared with everybody.
      </Section>
    </div>
  );
}

interface SectionProps {
  title: string;
  views: readonly SavedViewItem[];
  canSave: boolean;
  canChoose: boolean;
  /** The text if there are no views. */
  children: string;
}

function Section({ title, views, children, ...actions }: SectionProps) {
  return (
    <section className="mb-6">
      <h2 className="mb-2">{title}</h2>
      {views.length === 0 && <p className="text-muted">{children}</p>}
      <ul className="grid gap-2">
        {views.map((view) => (
          <li key={view.id} className="card p-2 pl-4">
            <div className="flex flex-wrap items-center gap-2">
              <Link to={view.href} className="min-w-0 grow break-words py-1">
                {view.name}
              </Link>
              {view.isDefault && <span className="badge">Opens first</span>}
              {view.isPinned && <span className="badge">In the menu</span>}
            </div>
            {(view.mayChange || actions.canChoose) && <ViewActions view={view} {...actions} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
