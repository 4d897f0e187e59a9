import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { PageHead } from '~/components/page-head';
import { ViewSwitch } from '~/components/view-switch';
import { bindToParent } from '~/lib/core/entities/bind-to-parent';
import { discussionPost } from '~/lib/core/entities/discussion-post';
import { answerPage } from '~/lib/core/host/absent.server';
import { loadList } from '~/lib/core/list/load-list.server';
import { buildDiscussionTrail, findDiscussion } from '~/lib/core/messenger/discussion-title.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { buildTranscriptHref } from '~/lib/transcript/load-transcript.server';

export async function loader({ request, params: { eid = '' } }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const [view, { head, error }] = await Promise.all([
    loadList(signedIn, bindToParent(discussionPost, eid), request),
    findDiscussion(signedIn.user, eid),
  ]);
  const { title } = view;
  const trail = buildDiscussionTrail(head.title);
  return answerPage({ title, trail, view, head, transcript: buildTranscriptHref(view) }, error);
}

export default function DiscussionPosts() {
  const { view, head, transcript } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead {...head} isWide backHref="/discussions" backTitle="Discussions">
        <ViewSwitch tableHref={view.path} transcriptHref={transcript} current="table" />
      </PageHead>
      <DataList view={{ ...view, heading: 'Posts' }} level={2} />
    </>
  );
}
