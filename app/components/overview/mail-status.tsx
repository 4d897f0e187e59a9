import type { MailStatus as Status } from '~/lib/weekly-mail/load-mail-settings.server';

/** Renders whether the weekly mail is on, and what became of the newest one. */
export function MailStatus({ status }: { status: Status }) {
  const { settings, obstacle, newest } = status;
  return (
    <div className="mb-4">
      <p>Weekly mail: {settings}.</p>
      {obstacle && <p className="text-warn">It cannot be sent. {obstacle}</p>}
      {newest && <p>{newest}</p>}
    </div>
  );
}
