/** Thrown when the messenger or the API host did not answer a step of an erasure or of a report. The message names nobody. */
export class NoAnswerError extends Error {}
