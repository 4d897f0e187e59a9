import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHead } from '~/components/page-head';
import { ViewSwitch } from '~/components/view-switch';
import { bindToParent } from '~/lib/core/entities/bind-to-parent';
import { discussionPost } from '~/lib/core/entities/discussion-post';
import { answerPage } from '~/lib/core/host/absent.server';
import { buildDiscussionTrail, findDiscussion } from '~/lib/core/messenger/discussion-title.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { loadTranscript } from '~/lib/transcript/load-transcript.server';
import { searchInTranscript } from '~/lib/transcript/open-transcript.server';
import { Transcript } from '~/lib/transcript/transcript';

export async function loader({ request, params: { eid = '' } }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const [view, { head, error }] = await Promise.all([
    loadTranscript(signedIn, bindToParent(discussionPost, eid), request),
    findDiscussion(signedIn.user, eid),
  ]);
  const trail = buildDiscussionTrail(head.title);
  return answerPage({ title: view.title, trail, view, head }, error);
}

/** Searches in the posts. */
export async function action({ request, params: { eid = '' } }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  return searchInTranscript(signedIn, bindToParent(discussionPost, eid), request);
}

export default function DiscussionTranscript() {
  const { view, head } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead {...head} backHref="/discussions" backTitle="Discussions">
        <ViewSwitch tableHref={view.tableHref} transcriptHref={view.path} current="transcript" />
      </PageHead>
      <Transcript view={view} />
    </>
  );
}
