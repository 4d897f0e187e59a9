import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { PageHead } from '~/components/page-head';
import { ViewSwitch } from '~/components/view-switch';
import { readOpaqueParam } from '~/lib/core/addresses/public-path.server';
import { bindToParent } from '~/lib/core/entities/bind-to-parent';
import { chatMessage } from '~/lib/core/entities/chat-message';
import { loadList } from '~/lib/core/list/load-list.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { findParent } from '~/lib/trail';
import { loadParties } from '~/lib/transcript/load-parties.server';
import { buildTranscriptHref } from '~/lib/transcript/load-transcript.server';
import { refuseAbsentChat } from '~/lib/transcript/refuse-absent-chat.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const conversation = readOpaqueParam(request, 'conversation', params.eid);
  const entity = bindToParent(chatMessage, conversation, params.eid);
  const found = loadParties(signedIn.user, entity);
  const [view, { title: heading, parties }] = await Promise.all([
    loadList(signedIn, entity, request, async () => (await found).parties[1]?.id),
    found,
  ]);
  await refuseAbsentChat(entity, view, parties);
  const { title, trail } = view;
  return { title, trail, heading, view, transcript: buildTranscriptHref(view) };
}

export default function PhoneChat() {
  const { heading, trail, view, transcript } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead isWide title={heading} {...findParent(trail)}>
        <ViewSwitch tableHref={view.path} transcriptHref={transcript} current="table" />
      </PageHead>
      <DataList view={{ ...view, heading: 'Messages' }} level={2} />
    </>
  );
}
