/**
 * Returns whether a page may link to this address of a file. It must be an http or https address, or a path of
 * this panel. Any other address, such as `javascript:`, is shown as text only.
 */
export function isFileAddress(text: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return true;
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
