/**
 * Thrown when a step of an erasure got no answer from the messenger or from a remote API host. The message names nobody.
 */
export class NoAnswerError extends Error {}
