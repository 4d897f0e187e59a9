/**
 * Returns whether a text is the address of a file that a page may link to: http(s), or a path of this panel.
 * Anything else, such as `javascript:`, is shown as text only.
 */
export function isFileAddress(text: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return true;
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
