import type { z } from 'zod';
import { getDefaultTopic } from '../push-topic';
import { settings } from './declared';
import { hostPresets } from './host-settings';

/** The settings of the panel. */
export const panelSettings = settings.omit({ HOST_TOKEN: true }).transform(withTopic);
export type PanelSettings = z.infer<typeof panelSettings>;

/** The settings of the data folder or the database, and of its keys. */
export const dataSettings = settings.pick({
  DATA_DIR: true,
  DATABASE_URL: true,
  FILES_DIR: true,
  PANEL_KEY: true,
  PANEL_KEY_PREVIOUS: true,
  PANEL_KEY_FILE: true,
  AUDIT_CHECKPOINT_DIR: true,
  AUDIT_CHECKPOINT_MINUTES: true,
});
export type DataSettings = z.infer<typeof dataSettings>;

/** The settings of the command that purges the bin. */
export const binSettings = dataSettings.extend(settings.pick({ BIN_DAYS: true }).shape);
export type BinSettings = z.infer<typeof binSettings>;

/** The settings of the command that removes a second factor. */
export const factorSettings = dataSettings.extend(settings.pick({ API_HOST_URL: true }).shape);

/** The settings that the standalone API host reads. */
export const hostObject = dataSettings
  .extend(
    settings.pick({
      HOST: true,
      HOST_TOKEN: true,
      STUDY_TIME_ZONE: true,
      STUDY_LOCALE: true,
      PRODUCT_SLUG: true,
      PUSH_TOPIC: true,
      ADMIN_EMAIL: true,
      ACCOUNT_APPROVAL: true,
      RESEARCHERS_MANAGE_USERS: true,
      SMTP_URL: true,
      MAIL_FROM: true,
      QUIZ_PASS_MARK: true,
      DEMO_DATA: true,
      DISCARD_IMPORTED_CHANGES: true,
    }).shape,
  )
  .extend(hostPresets);

/** The settings of the standalone API host, completed. */
export const hostSettings = hostObject.transform(withTopic);

function withTopic<Set extends { PRODUCT_SLUG: string; PUSH_TOPIC?: string }>(set: Set) {
  return { ...set, PUSH_TOPIC: set.PUSH_TOPIC ?? getDefaultTopic(set.PRODUCT_SLUG) };
}
