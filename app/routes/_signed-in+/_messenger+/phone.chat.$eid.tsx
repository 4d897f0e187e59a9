import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { PageHead } from '~/components/page-head';
import { ViewSwitch } from '~/components/view-switch';
import { readOpaqueParam } from '~/lib/addresses/public-path.server';
import { chatMessage } from '~/lib/entities/chat-message';
import { bindToParent } from '~/lib/entities/entity';
import { loadList } from '~/lib/list/load-list.server';
import { requireSignedIn } from '~/lib/session/guard.server';
import { buildTranscriptHref } from '~/lib/transcript/load-transcript.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const conversation = readOpaqueParam(request, params.eid);
  const view = await loadList(
    signedIn,
    bindToParent(chatMessage, conversation, params.eid),
    request,
  );
  return { title: view.title, view, transcript: buildTranscriptHref(view) };
}

export default function PhoneChat() {
  const { view, transcript } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Chat" backHref="/conversations" backTitle="Conversations" />
      <ViewSwitch tableHref={view.path} transcriptHref={transcript} current="table" />
      <DataList view={view} level={2} />
    </>
  );
}
