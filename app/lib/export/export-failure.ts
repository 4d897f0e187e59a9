/** Ends the making of a file, with a reason for its user. */
export class ExportFailure extends Error {}
