import { readSettings } from 'shared/settings/read';
import { type PanelSettings, panelSettings } from 'shared/settings/settings';

export type Config = PanelSettings;

/** The settings of this process, read once when it starts. */
export const config: Config = readSettings(panelSettings, process.env);

/** Returns the panel's address, without a trailing slash, for links in emails and console output. */
export function getPublicUrl(): string {
  return config.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${config.PORT}`;
}
