/** The sentences for a picture from which nothing could be removed. The user may have it stored as it is. */
export const uncleanMessages = {
  unreadable:
    'This picture cannot be read, so its place, device and time cannot be removed. Save it as JPEG, PNG or WebP and upload that, or store it as it is',
  noLibrary:
    'Place, device and time cannot be removed from pictures, because the package sharp is not installed here. Ask the person who runs this panel to install it, or store the picture as it is',
} as const;

/** Returns whether one of the messages asks whether to store a picture as it is. */
export function asksToStoreAsItIs(messages: readonly string[] = []): boolean {
  return messages.some((message) => Object.values<string>(uncleanMessages).includes(message));
}
