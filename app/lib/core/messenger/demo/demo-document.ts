import type { DemoDates } from 'shared/demo/dates';
import type { Chance } from 'shared/demo/random';
import type { Fields } from '../document-store';
import type { getMessengerPaths } from '../paths';

/** A document of the demo study: its collection, its id and its fields. */
export type DemoDocument = readonly [collection: string, id: string, fields: Fields];

/** The paths of the documents of the demo study, and the data of which their content is made. */
export interface DemoMessenger {
  paths: ReturnType<typeof getMessengerPaths>;
  chance: Chance;
  dates: DemoDates;
}
