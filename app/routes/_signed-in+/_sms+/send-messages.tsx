import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { SendForm } from '~/components/send-form';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { entityNamed } from '~/lib/entities';
import { fetchOptions } from '~/lib/form/fetch-options.server';
import { readForm } from '~/lib/form/read-form.server';
import { audit } from '~/lib/host/audit.server';
import { loadFault } from '~/lib/host/faults';

const smsCategory = entityNamed('sms-category');

const TITLE = 'Send Messages';
const schema = z.object({ category: z.string({ error: 'Category is required' }).max(255) });

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireSignedIn(request);
  audit({ username: user.username, title: TITLE, action: 'View', description: `Viewed ${TITLE}` });
  const categories = await fetchOptions(smsCategory);
  return {
    title: TITLE,
    categories: categories.ok ? categories.value : [],
    fault: categories.ok ? undefined : loadFault(categories.fault, smsCategory.plural),
  };
}

/** Says that sending started and does nothing else: the product defines no call (product-spec.md §2). */
export async function action({ request }: ActionFunctionArgs) {
  const { toast } = await requireSignedIn(request);
  const submission = parseWithZod(await readForm(request, { fields: ['category'] }), { schema });
  if (submission.status !== 'success') return data(submission.reply(), 400);
  await toast({ kind: 'success', text: 'Sending of the messages has started' });
  return redirect('/send-messages');
}

export default function SendMessages() {
  const { categories, fault } = useLoaderData<typeof loader>();
  return <SendForm title={TITLE} categories={categories} fault={fault} />;
}
