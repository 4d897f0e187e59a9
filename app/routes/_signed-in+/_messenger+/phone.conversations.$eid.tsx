import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BackLink } from '~/components/back-link';
import { DataList } from '~/components/data-list/data-list';
import { readOpaqueParam } from '~/lib/core/addresses/public-path.server';
import { bindToParent } from '~/lib/core/entities/bind-to-parent';
import { conversation } from '~/lib/core/entities/conversation';
import { phone } from '~/lib/core/entities/phone';
import { loadList } from '~/lib/core/list/load-list.server';
import { refuseAbsent } from '~/lib/core/records/refuse-absent.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

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
