/**
 * The header with which the panel sends an upload. Its value says what was done with a picture: `cleaned`, or `as it is`
 * if the user wanted that. A host that cleans pictures itself then leaves it as it came.
 */
export const PICTURE_HEADER = 'x-picture';
