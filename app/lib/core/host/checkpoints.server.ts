import { makeHistoryPart } from 'backend/history/chain';
import {
  type CheckpointOptions,
  type CheckpointWriter,
  startCheckpoints,
} from 'shared/checkpoints/write-checkpoints';
import { toErrorText } from 'shared/error-text';
import { getCheckpointFolder } from 'shared/keys/key-settings';
import { getHistoryStore } from '../history/history-store.server';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { metrics } from '../server/metrics.server';
import { getApiHost } from './host.server';
import { openEmbeddedHost } from './open-embedded.server';

/** The writer of a panel with a remote API host. The embedded host stops its own writer. */
let writer: CheckpointWriter | undefined;

/**
 * Starts to write signed checkpoints of the history and, with the embedded host, of the audit log. A remote API host
 * writes the checkpoints of its audit log itself. The head of the history must have been signed with the current key.
 */
export async function startWritingCheckpoints(): Promise<void> {
  const store = await getHistoryStore();
  const part = makeHistoryPart(store);
  const options: CheckpointOptions = {
    folder: getCheckpointFolder(config),
    minutes: config.AUDIT_CHECKPOINT_MINUTES,
    onFailure(error) {
      metrics.checkpointFailures.inc();
      log.error({ error: toErrorText(error) }, 'the checkpoint failed');
    },
  };
  if (getApiHost().isEmbedded) await (await openEmbeddedHost()).startCheckpoints(options, [part]);
  else writer = await startCheckpoints([part], store.ring, options);
}

/** Writes the last checkpoint of a panel with a remote API host. */
export async function stopWritingCheckpoints(): Promise<void> {
  await writer?.stop();
  writer = undefined;
}
