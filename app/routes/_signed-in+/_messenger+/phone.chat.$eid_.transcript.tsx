import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { PageHead } from '~/components/page-head';
import { Transcript } from '~/components/transcript/transcript';
import { ViewSwitch } from '~/components/view-switch';
import { readOpaqueParam } from '~/lib/addresses/public-path.server';
import { chatMessage } from '~/lib/entities/chat-message';
import { bindToParent } from '~/lib/entities/entity';
import { requireSignedIn } from '~/lib/session/guard.server';
import { loadTranscript } from '~/lib/transcript/load-transcript.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const conversation = readOpaqueParam(request, params.eid);
  return loadTranscript(signedIn, bindToParent(chatMessage, conversation, params.eid), request);
}

export default function ChatTranscript() {
  const view = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title="Chat" backHref="/conversations" backTitle="Conversations" />
      <ViewSwitch tableHref={view.tableHref} transcriptHref={pathname} current="transcript" />
      <Transcript view={view} />
    </>
  );
}
