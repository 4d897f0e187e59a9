import { createHash, createHmac } from 'node:crypto';
import type { FormValues } from 'shared/record-values/form-value';
import type { FormField } from '../entities/form-field';
import { config } from '../server/config.server';
import { getPanelKeys } from '../server/keys.server';

/**
 * Computes a hash of a record's values, by which two versions of the record can be compared. Ignores fields that are
 * never sent.
 */
export function computeVersion(fields: readonly FormField[], values: FormValues): string {
  const stored = fields
    .filter((field) => field.wire)
    .map((field) => [field.name, values[field.name]]);
  // Without a key, a masked number could be found by computing the hashes of all numbers.
  const hash = config.MASK_IDENTIFIERS
    ? createHmac('sha256', getPanelKeys().ring.current.derive('record version'))
    : createHash('sha256');
  return hash.update(JSON.stringify(stored)).digest('base64url').slice(0, 22);
}
