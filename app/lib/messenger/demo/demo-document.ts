import type { Fields } from '../document-store';

/** A document to be written: its collection, its id and its fields. */
export type DemoDocument = readonly [collection: string, id: string, fields: Fields];
