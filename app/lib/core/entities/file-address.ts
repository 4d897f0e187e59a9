/**
 * Returns whether a page may link to this address of a file: an http or https address, or a path of this panel. Pages
 * show any other address, such as `javascript:`, as text only.
 */
export function isFileAddress(text: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return true;
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
