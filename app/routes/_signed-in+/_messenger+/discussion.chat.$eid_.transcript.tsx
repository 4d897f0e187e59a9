import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { PageHead } from '~/components/page-head';
import { Transcript } from '~/components/transcript/transcript';
import { ViewSwitch } from '~/components/view-switch';
import { discussionPost } from '~/lib/entities/discussion-post';
import { bindToParent } from '~/lib/entities/entity';
import { answerPage } from '~/lib/host/absent.server';
import { findDiscussion } from '~/lib/messenger/discussion-title.server';
import { requireSignedIn } from '~/lib/session/guard.server';
import { loadTranscript } from '~/lib/transcript/load-transcript.server';

export async function loader({ request, params: { eid = '' } }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const [view, { head, error }] = await Promise.all([
    loadTranscript(signedIn, bindToParent(discussionPost, eid), request),
    findDiscussion(signedIn.user, eid),
  ]);
  return answerPage({ title: view.title, view, head }, error);
}

export default function DiscussionTranscript() {
  const { view, head } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <>
      <PageHead {...head} backHref="/discussions" backTitle="Discussions" />
      <ViewSwitch tableHref={view.tableHref} transcriptHref={pathname} current="transcript" />
      <Transcript view={view} />
    </>
  );
}
