/** The header in which client navigation names the build that it belongs to, and the server its own. */
export const BUILD_HEADER = 'X-Panel-Build';
