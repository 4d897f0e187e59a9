import type { Fields } from '../document-store';

/** A document of the demo study: its collection, its id and its fields. */
export type DemoDocument = readonly [collection: string, id: string, fields: Fields];
