import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { formatDate } from 'shared/list/format-date';
import { conversationSummary } from '../core/entities/conversation-summary';
import { audit } from '../core/host/audit.server';
import { messages } from '../core/host/messages';
import type { ListView } from '../core/list/list-view';
import { loadList } from '../core/list/load-list.server';
import { forgetConversations, getSummaryState } from '../core/messenger/conversations/runs.server';
import { config } from '../core/server/config.server';
import type { SignedIn } from '../core/session/guard.server';

/**
 * The data of the conversations screen: the loaded list, the progress while it is being loaded, or the error message.
 */
export type ConversationsView =
  | { kind: 'ready'; title: string; view: ListView; loadedAt: string; failed: number }
  | {
      kind: 'running';
      title: string;
      done: number;
      total: number;
      watcher: string;
      /** The interval in seconds at which the page reloads itself in a browser without script. */
      refreshSeconds: number;
    }
  | { kind: 'failed'; title: string; error: string };

/** The reload interval in seconds. It leaves enough time to read a message on the page. */
const REFRESH_SECONDS = 4;

/** Loads the data of the conversations screen. Starts to load the summary if the session has none. */
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
    // The audit log gets one entry per run, not one per progress check.
    if (started)
      audit({ username: user.username, title, action: 'View', description: `Viewed ${title}` });
    return { kind: 'running', title, done, total, watcher, refreshSeconds: REFRESH_SECONDS };
  }
  audit({ username: user.username, title, action: 'View', description: `Viewed ${title}` });
  return { kind: 'failed', title, error: state?.error ?? messages.noInformation };
}

/** Deletes the session's stored summary and redirects to the screen, which loads it again. */
export async function clearConversations({ session, toast }: SignedIn): Promise<Response> {
  await forgetConversations(session.id);
  await toast({ kind: 'success', text: messages.savedDataCleared });
  return redirect('/conversations');
}
