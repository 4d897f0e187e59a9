import { KeyRing } from '../../shared/keys/key-ring';
import type { OpenKeys } from '../../shared/keys/open-keys';

/** The panel key of tests that do not test keys. Their data folders have no key file. */
export const TEST_KEY = 'a-panel-key-for-tests-of-44-characters-or-so';

export const testKeys: OpenKeys = getKeys(TEST_KEY);

export function getKeys(...secrets: [string, ...string[]]): OpenKeys {
  return { ring: new KeyRing(secrets), source: 'PANEL_KEY', discard: () => {} };
}
