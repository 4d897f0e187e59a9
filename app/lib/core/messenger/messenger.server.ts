import { makeAbsentResult } from '../host/absent.server';
import type { ApiResult } from '../host/api-result';
import { messages } from '../host/messages';
import { attempt } from './attempt.server';
import { DocumentError, type Fields, replaceMissing, type StoredDocument } from './document-store';

/**
 * Reads the document at a path. If it does not exist, returns a refusal with the message of product-spec.md §8.
 */
export async function readDocument(
  name: string,
  path: () => string,
): Promise<ApiResult<StoredDocument>> {
  const result = await attempt(name, (store) =>
    replaceMissing(undefined, async () => store.get(path())),
  );
  if (!result.ok) return result;
  return result.value
    ? { ok: true, value: result.value }
    : makeAbsentResult(name, '', messages.noDocument(name));
}

/**
 * Changes the given fields of a document whose version is still `version`. If the document was changed or deleted,
 * returns an error.
 */
export async function changeDocument(
  name: string,
  path: () => string,
  fields: Fields,
  version: string,
): Promise<ApiResult<null>> {
  try {
    return await attempt(
      name,
      async (store) => {
        await store.update(path(), fields, version);
        return null;
      },
      messages.saveFailed('Updating', name),
    );
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const message =
      error.kind === 'missing' ? messages.noDocument(name) : messages.saveFailed('Updating', name);
    return { ok: false, error: { kind: 'refused', message } };
  }
}
