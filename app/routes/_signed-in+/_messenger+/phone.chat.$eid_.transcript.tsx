import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHead } from '~/components/page-head';
import { ViewSwitch } from '~/components/view-switch';
import { readOpaqueParam } from '~/lib/core/addresses/public-path.server';
import { bindToParent } from '~/lib/core/entities/bind-to-parent';
import { chatMessage } from '~/lib/core/entities/chat-message';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { findParent } from '~/lib/trail';
import { loadParties } from '~/lib/transcript/load-parties.server';
import { loadTranscript } from '~/lib/transcript/load-transcript.server';
import { searchInTranscript } from '~/lib/transcript/open-transcript.server';
import { refuseAbsentChat } from '~/lib/transcript/refuse-absent-chat.server';
import { Transcript } from '~/lib/transcript/transcript';

function bindChat(request: Request, eid: string | undefined) {
  return bindToParent(chatMessage, readOpaqueParam(request, 'conversation', eid), eid);
}

export async function loader({ request, params: { eid } }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = bindChat(request, eid);
  const found = loadParties(signedIn.user, entity);
  const parties = found.then((chat) => chat.parties);
  const view = await loadTranscript(signedIn, entity, request, parties);
  await refuseAbsentChat(entity, view, await parties);
  const { title, trail } = view;
  return { title, trail, heading: (await found).title, view };
}

/** Searches in the messages. */
export async function action({ request, params: { eid } }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  return searchInTranscript(signedIn, bindChat(request, eid), request);
}

export default function ChatTranscript() {
  const { heading, trail, view } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={heading} {...findParent(trail)}>
        <ViewSwitch tableHref={view.tableHref} transcriptHref={view.path} current="transcript" />
      </PageHead>
      <Transcript view={view} />
    </>
  );
}
