import { Link } from '@remix-run/react';
import type { JobsView, OtherJob, OwnJob } from './jobs-view';

/** Renders the jobs of the user and, for administrators, those of others. */
export function JobsPage({ title, own, others }: JobsView) {
  return (
    <>
      <h1 className="mb-2">{title}</h1>
      <p className="mb-4 max-w-3xl text-muted">
        Bulk actions, exports, imports and erasures continue when you leave their pages. Only you
        can see what yours are about.
      </p>
      <section>
        <h2 className="mb-2">Your jobs</h2>
        {own.length === 0 && <p>You have no jobs.</p>}
        <ul className="grid max-w-3xl gap-2">
          {own.map((job) => (
            <Own key={job.token} {...job} />
          ))}
        </ul>
        {own.some(({ isRunning }) => isRunning) && (
          <p className="no-print mt-4">
            <Link to="/jobs" className="button">
              Show progress now
            </Link>
          </p>
        )}
      </section>
      {others && (
        <section className="mt-8">
          <h2 className="mb-2">Jobs of others</h2>
          {others.length === 0 && <p>No other users have jobs.</p>}
          <ul className="grid max-w-3xl gap-2">
            {others.map((job) => (
              <Other key={job.token} {...job} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Own({ kind, what, href, state, progress, orderedAt, until }: OwnJob) {
  return (
    <li className="card break-words p-2 pl-4">
      <p>
        <Link to={href}>
          {kind}: {what}
        </Link>
      </p>
      <p>
        {state}
        {progress && `, ${progress}`}
      </p>
      <p className="text-sm text-muted">
        Ordered {orderedAt}. {until && `It is deleted on ${until}.`}
      </p>
    </li>
  );
}

function Other({ kind, owner, state, orderedAt }: OtherJob) {
  return (
    <li className="card break-words p-2 pl-4">
      <p>
        {kind}, ordered by {owner}: {state}
      </p>
      <p className="text-sm text-muted">Ordered {orderedAt}.</p>
    </li>
  );
}
