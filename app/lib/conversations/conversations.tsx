import { Form } from '@remix-run/react';
import type { ConversationsView } from '~/lib/conversations/load-conversations.server';
import { DataList } from '../../components/data-list/data-list';
import { Icon } from '../../components/icon';
import { Progress } from './progress';

/**
 * Renders the list of phones with the numbers of their conversations and messages, the progress of counting, or the
 * error.
 */
export function Conversations({ view }: { view: ConversationsView }) {
  switch (view.kind) {
    case 'ready':
      return (
        <>
          <DataList view={view.view} />
          <div className="no-print mt-4 flex flex-wrap items-center gap-3">
            <p className="text-muted">Counted {view.loadedAt}.</p>
            {view.failed > 0 && (
              <p className="text-warn">
                {view.failed.toLocaleString('en')} {view.failed === 1 ? 'phone' : 'phones'} could
                not be counted and {view.failed === 1 ? 'shows' : 'show'} as failed.
              </p>
            )}
            <ClearButton />
          </div>
        </>
      );
    case 'running':
      return (
        <>
          <h1 className="mb-4">{view.title}</h1>
          <Progress key={view.watcher} {...view} />
        </>
      );
    case 'failed':
      return (
        <>
          <h1 className="mb-4">{view.title}</h1>
          <p
            role="alert"
            className="mb-4 flex items-center gap-2 rounded border border-bad bg-bad-soft px-3 py-2 text-bad"
          >
            <Icon name="circle-alert" /> {view.error}
          </p>
          <ClearButton />
        </>
      );
  }
}

function ClearButton() {
  return (
    <Form method="post" action="/conversations">
      <button type="submit" className="button">
        <Icon name="refresh-cw" /> Clear saved data and load again
      </button>
    </Form>
  );
}
