import { conversationSummary } from 'shared/entities/conversation-summary';
import type { Row } from 'shared/list/memory';
import { readPhoneType } from '../../entities/phone';
import type { ApiResult } from '../../host/api-result';
import { getApiHost } from '../../host/host.server';
import { messages } from '../../host/messages';
import { log } from '../../server/log.server';
import { describeReason } from '../attempt.server';
import { openCloudStore, paths } from '../cloud-store.server';
import { type RunOptions, type SummarizedPhones, summarizePhones } from './run.server';

interface CountOptions extends Pick<RunOptions, 'signal' | 'parallel'> {
  /** Called with the number of phones that are done and the number of all phones. */
  onProgress?: (done: number, total: number) => void;
}

/**
 * Loads all phones from the host, and counts the messages of each. Throws when the signal is aborted or the cloud store
 * is unavailable.
 */
export async function countPhones(options: CountOptions): Promise<ApiResult<SummarizedPhones>> {
  const { signal, parallel, onProgress } = options;
  const phones = await getApiHost().get('phone/list');
  signal.throwIfAborted();
  if (!phones.ok) return phones;
  const rows = phones.value.items.map(buildSummaryRow);
  onProgress?.(0, rows.length);
  const summary = await summarizePhones({
    ...{ store: await openCloudStore(), paths, signal, parallel, phones: rows },
    onProgress: (done) => onProgress?.(done, rows.length),
    onFailure: (error) =>
      log.warn({ reason: describeReason(error) }, 'the messages of a phone could not be counted'),
  });
  signal.throwIfAborted();
  if (rows.length > 0 && summary.failed === rows.length)
    return { ok: false, error: { kind: 'refused', message: messages.noInformation } };
  return { ok: true, value: summary };
}

const fields = Object.keys(conversationSummary.fields);

/** Returns the row of a phone in the list of conversations: the declared fields, as the host sent them. */
function buildSummaryRow(phone: Row): Row {
  const given = readPhoneType(phone);
  return Object.fromEntries(fields.map((field) => [field, given[field]]));
}
