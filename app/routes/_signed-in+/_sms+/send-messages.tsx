import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { SendForm } from '~/components/forms/send-form';
import { getEntity } from '~/lib/core/entities';
import { readForm } from '~/lib/core/form/read-form.server';
import { audit } from '~/lib/core/host/audit.server';
import { describeLoadError } from '~/lib/core/host/describe-error';
import { fetchOptions } from '~/lib/core/records/fetch-options.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

const smsCategory = getEntity('sms-category');

const TITLE = 'Send Messages';
const schema = z.object({ category: z.string({ error: 'Category is required' }).max(255) });

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireSignedIn(request);
  audit({ username: user.username, title: TITLE, action: 'View', description: `Viewed ${TITLE}` });
  const categories = await fetchOptions(smsCategory);
  return {
    title: TITLE,
    categories: categories.ok ? categories.value : [],
    error: categories.ok ? undefined : describeLoadError(categories.error, smsCategory.title),
  };
}

/**
 * Shows the message that sending has started. Sends nothing, because the specification says that this page calls
 * nothing (product-spec.md §2).
 */
export async function action({ request }: ActionFunctionArgs) {
  const { toast } = await requireSignedIn(request);
  const submission = parseWithZod(await readForm(request, { fields: ['category'] }), { schema });
  if (submission.status !== 'success') return data(submission.reply(), 400);
  await toast({ kind: 'success', text: 'Sending of the messages has started' });
  return redirect('/send-messages');
}

export default function SendMessages() {
  const { categories, error } = useLoaderData<typeof loader>();
  return <SendForm title={TITLE} categories={categories} error={error} />;
}
