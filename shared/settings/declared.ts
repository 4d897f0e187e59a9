import { z } from 'zod';
import { apiHostShape, uploadShape } from './api-host-settings';
import { dataShape } from './data-settings';
import { hostPresets, hostShape } from './host-settings';
import { keyShape } from './key-settings';
import { messageShape } from './message-settings';
import { rightsShape } from './rights-settings';
import { serverShape } from './server-settings';
import { sessionShape } from './session-settings';
import { studyShape } from './study-settings';

/** All settings of the panel, the standalone API host and the commands. */
export const settings = z.object({
  ...serverShape,
  ...dataShape,
  ...keyShape,
  ...studyShape,
  ...sessionShape,
  ...rightsShape,
  ...messageShape,
  ...apiHostShape,
  ...uploadShape,
  ...hostShape,
});

/** A group of settings on docs/settings.md. */
export interface SettingGroup {
  title: string;
  shape: Readonly<Record<string, z.ZodType>>;
}

/**
 * The settings in the groups and the order of docs/settings.md, which `npm run docs` writes. In the metadata of a
 * setting, `description` says what it sets, `fallback` what applies if it is not set and has no fixed default,
 * `example` is a value, and `page` is a section in docs/ that describes more.
 */
export const settingGroups: readonly SettingGroup[] = [
  { title: 'Server', shape: serverShape },
  { title: 'Data', shape: dataShape },
  { title: 'Keys and checkpoints', shape: keyShape },
  { title: 'Study', shape: studyShape },
  { title: 'Sessions and accounts', shape: sessionShape },
  { title: 'Rights and personal data', shape: rightsShape },
  { title: 'Mails, push messages and the messenger', shape: messageShape },
  { title: 'A remote API host', shape: apiHostShape },
  { title: 'Uploads', shape: uploadShape },
  { title: 'The API host alone', shape: { ...hostPresets, ...hostShape } },
];
