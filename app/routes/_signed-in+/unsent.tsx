import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/components/forms/confirm-page';
import { audit } from '~/lib/core/host/audit.server';
import { getDraftKey } from '~/lib/core/session/draft-address';
import { readDraft } from '~/lib/core/session/drafts.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { buildUnsentForm, type UnsentView } from '~/lib/core/session/unsent-form';
import { getUserKey } from '~/lib/core/session/user-key.server';
import { home } from '~/lib/menu';

/** Loads the page that offers to send a form again that was posted while its user was signed out. */
export async function loader({ request }: LoaderFunctionArgs): Promise<UnsentView> {
  const { user } = await requireSignedIn(request);
  const title = 'Form that was not sent';
  const { username } = user;
  audit({ username, title, action: 'View', description: `Viewed ${title}` });
  const draft = await readDraft(getUserKey(user), getDraftKey(request));
  return {
    title,
    trail: [{ title: home.title, href: home.path }, { title }],
    form: draft && buildUnsentForm(draft.fields),
  };
}

export default function Unsent() {
  const { title, form } = useLoaderData<typeof loader>();
  if (!form)
    return (
      <>
        <h1 className="mb-4">{title}</h1>
        <p>
          There is no such form any more. A form that could not be sent is saved for a short time,
          for the user who filled it in. <Link to={home.path}>Go to the home page.</Link>
        </p>
      </>
    );
  const heading = `${form.title}: not done yet`;
  const answers = { verb: 'Send now', cancel: 'Do not send', backHref: home.path };
  return (
    <ConfirmPage view={{ heading, ...answers, action: form.action }} isForAllRoles>
      <p>
        Your session had ended, or was locked, before this form arrived. Nothing was done. Do you
        want to send it now?
      </p>
      {form.entries.length > 0 && (
        <dl className="mt-3">
          {form.entries.map(({ name, value }) => (
            <div key={`${name}=${value}`} className="mt-2">
              <dt className="font-medium">{name}</dt>
              <dd className="whitespace-pre-wrap break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {form.fields.map(({ name, value }) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
    </ConfirmPage>
  );
}
