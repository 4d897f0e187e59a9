import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Conversations } from '~/lib/conversations/conversations';
import {
  clearConversations,
  loadConversations,
} from '~/lib/conversations/load-conversations.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return loadConversations(await requireSignedIn(request), request);
}

export async function action({ request }: ActionFunctionArgs) {
  return clearConversations(await requireSignedIn(request, { write: false }));
}

export default function ConversationsScreen() {
  return <Conversations view={useLoaderData<typeof loader>()} />;
}
