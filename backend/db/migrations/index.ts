import type { Migration } from 'kysely';
import { administration } from './2026-11-21-a-administration';
import { mainApp } from './2026-11-21-b-main-app';
import { messenger } from './2026-11-21-c-messenger';
import { auditChain } from './2026-11-22-audit-chain';
import { naturalKeys } from './2026-11-24-natural-keys';
import { savedOnce } from './2026-11-25-saved-once';
import { signedAudit } from './2026-11-26-signed-audit';
import { importKeys } from './2026-11-26-t-import-keys';
import { imports } from './2026-11-26-t-imports';

/** The host's tables, by date. A migration is never changed after it has landed. */
export const migrations: Record<string, Migration> = {
  '2026-11-21-a-administration': administration,
  '2026-11-21-b-main-app': mainApp,
  '2026-11-21-c-messenger': messenger,
  '2026-11-22-audit-chain': auditChain,
  '2026-11-24-natural-keys': naturalKeys,
  '2026-11-25-saved-once': savedOnce,
  '2026-11-26-signed-audit': signedAudit,
  '2026-11-26-t-import-keys': importKeys,
  '2026-11-26-t-imports': imports,
};
