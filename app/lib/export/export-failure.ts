/**
 * Thrown to end the making of a file, with a reason for its user. It is no Result, because it begins where rows are read,
 * and passes through the generators of the format's writer and through the compressor of ZIP files to `makeFile`, which
 * returns it as a Result.
 */
export class ExportFailure extends Error {}
