import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { formatDate } from 'shared/list/format-date';
import { conversationSummary } from '../entities/conversation-summary';
import { audit } from '../host/audit.server';
import { messages } from '../host/messages';
import type { ListView } from '../list/list-view';
import { loadList } from '../list/load-list.server';
import { forgetConversations, getSummaryState } from '../messenger/conversations/runs.server';
import { config } from '../server/config.server';
import type { SignedIn } from '../session/guard.server';

/** The conversations screen: its list, how far the loading is, or why there is none. */
export type ConversationsView =
  | { kind: 'ready'; title: string; view: ListView; loadedAt: string; failed: number }
  | {
      kind: 'running';
      title: string;
      done: number;
      total: number;
      watcher: string;
      /** Without script the page loads itself again after so many seconds. */
      refreshSeconds: number;
    }
  | { kind: 'failed'; title: string; error: string };

/** Long enough to read a message on the page. */
const REFRESH_SECONDS = 4;

export async function loadConversations(
  signedIn: SignedIn,
  request: Request,
): Promise<ConversationsView> {
  const { session, user } = signedIn;
  const title = 'Conversations';
  const watcher = randomUUID();
  const state = await getSummaryState(session.id, watcher, true);
  if (state?.kind === 'ready') {
    const { loadedAt, failed } = state.saved;
    const view = await loadList(
      signedIn,
      { ...conversationSummary, sessionId: session.id },
      request,
    );
    return {
      kind: 'ready',
      title: view.title,
      view,
      loadedAt: formatDate(loadedAt.toISOString(), 'date-time', config.STUDY_TIME_ZONE),
      failed,
    };
  }
  if (state?.kind === 'running') {
    const { done, total, started } = state;
    // Once, and not at every look at how far it has come.
    if (started)
      audit({ username: user.username, title, action: 'View', description: `Viewed ${title}` });
    return { kind: 'running', title, done, total, watcher, refreshSeconds: REFRESH_SECONDS };
  }
  audit({ username: user.username, title, action: 'View', description: `Viewed ${title}` });
  return { kind: 'failed', title, error: state?.error ?? messages.noInformation };
}

/** Deletes the session's stored summary, for the clear-cache button; the screen then loads it again. */
export async function clearConversations({ session, toast }: SignedIn): Promise<Response> {
  await forgetConversations(session.id);
  await toast({ kind: 'success', text: messages.savedDataCleared });
  return redirect('/conversations');
}
