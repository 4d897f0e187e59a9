import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { PageHead } from '~/components/page-head';
import { ViewSwitch } from '~/components/view-switch';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { phoneChat } from '~/lib/entities/phone-chat';
import { loadList } from '~/lib/list/load-list.server';
import { transcriptHref } from '~/lib/transcript/load-transcript.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const view = await loadList(await requireSignedIn(request), phoneChat(params.eid ?? ''), request);
  return { title: view.title, view, transcript: transcriptHref(view) };
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
