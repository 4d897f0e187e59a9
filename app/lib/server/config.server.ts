import { readSettings } from 'shared/settings/read';
import { type PanelSettings, panelSettings } from 'shared/settings/settings';

export type Config = PanelSettings;

/** The settings of this process, read when it starts. */
export const config: Config = readSettings(panelSettings, process.env);

/** Returns the address that links in mails and on the console lead to. */
export function getPublicUrl(): string {
  return config.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${config.PORT}`;
}
