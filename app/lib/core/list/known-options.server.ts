import type { Option } from 'shared/entities/field';
import { notificationTypes } from '../notifications/notification-types.server';

/** The choices that depend on settings, by entity and field. */
const options: Readonly<Record<string, Readonly<Record<string, readonly Option[]>>>> = {
  notification: { notification_type: notificationTypes },
};

/** Returns the choices of a field if they depend on settings, otherwise undefined. */
export function getConfiguredOptions(entity: string, field: string): readonly Option[] | undefined {
  return options[entity]?.[field];
}
