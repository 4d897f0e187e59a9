/** Thrown by a change whose record has changed since it was read. Nothing was changed. */
export class RecordChanged extends Error {}
