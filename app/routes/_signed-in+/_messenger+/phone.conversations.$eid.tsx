import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { PageHead } from '~/components/page-head';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { phoneConversations } from '~/lib/entities/phone-conversations';
import { loadList } from '~/lib/list/load-list.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return loadList(signedIn, phoneConversations(params.eid ?? ''), request);
}

export default function PhoneConversations() {
  const view = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Phone conversations" backHref="/conversations" backTitle="Conversations" />
      <DataList view={view} level={2} />
    </>
  );
}
