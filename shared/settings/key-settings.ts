import { z } from 'zod';
import { panelKey } from './kinds';

/** The settings of the panel key, and of the signed checkpoints. */
export const keyShape = {
  /** The key from which all secrets are derived. */
  PANEL_KEY: panelKey().optional(),
  /** Earlier keys, separated by commas. They are used only to verify and decrypt existing data. */
  PANEL_KEY_PREVIOUS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(panelKey()))
    .optional(),
  /**
   * A file outside DATA_DIR with one key per line. The current key is first. If neither PANEL_KEY nor the file exists,
   * the file is created.
   */
  PANEL_KEY_FILE: z.string().min(1).optional(),
  /** The folder for signed checkpoints of the audit log and of the history. */
  AUDIT_CHECKPOINT_DIR: z.string().min(1).optional(),
  /**
   * The time in minutes between checkpoints. Checkpoints are written only if entries were added. 0 turns them off.
   */
  AUDIT_CHECKPOINT_MINUTES: z.coerce.number().int().min(0).max(1440).default(60),
};
