/** The path of the page on which users set up their second factor. */
export const FACTOR_PATH = '/profile/second-factor';
