import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BackLink } from '~/components/back-link';
import { DataList } from '~/components/data-list/data-list';
import { readOpaqueParam } from '~/lib/addresses/public-path.server';
import { bindToParent } from '~/lib/entities/bind-to-parent';
import { conversation } from '~/lib/entities/conversation';
import { phone } from '~/lib/entities/phone';
import { loadList } from '~/lib/list/load-list.server';
import { refuseAbsent } from '~/lib/records/refuse-absent.server';
import { requireSignedIn } from '~/lib/session/guard.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const number = readOpaqueParam(request, 'phone', params.eid);
  const view = await loadList(signedIn, bindToParent(conversation, number, params.eid), request);
  if (view.pager.total === 0 && !view.error) await refuseAbsent(phone, number);
  return view;
}

export default function PhoneConversations() {
  const view = useLoaderData<typeof loader>();
  return <DataList view={view} back={<BackLink href="/conversations" title="Conversations" />} />;
}
