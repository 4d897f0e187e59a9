import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { PageHead } from '~/components/page-head';
import { ViewSwitch } from '~/components/view-switch';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { discussionHead } from '~/lib/cloud/discussion-title.server';
import { discussionPosts } from '~/lib/entities/discussion-post';
import { answerPage } from '~/lib/host/absent.server';
import { loadList } from '~/lib/list/load-list.server';
import { transcriptHref } from '~/lib/transcript/load-transcript.server';

export async function loader({ request, params: { eid = '' } }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const [view, { head, fault }] = await Promise.all([
    loadList(signedIn, discussionPosts(eid), request),
    discussionHead(eid),
  ]);
  const page = { title: view.title, view, head, transcript: transcriptHref(view) };
  return answerPage(page, fault);
}

export default function DiscussionPosts() {
  const { view, head, transcript } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead {...head} backHref="/discussions" backTitle="Discussions" />
      <ViewSwitch tableHref={view.path} transcriptHref={transcript} current="table" />
      <DataList view={view} level={2} />
    </>
  );
}
