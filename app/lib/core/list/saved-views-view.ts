/** A view on the page of a list's views. */
export interface SavedViewItem {
  /** The id of a saved view, or the name of a shipped one. */
  id: string;
  name: string;
  href: string;
  /** True if the user may rename, replace and delete the view. */
  mayChange: boolean;
  /** True if the list opens with the view. */
  isDefault: boolean;
  isPinned: boolean;
}

/** The actions of the buttons on the page of views. */
export const viewIntents = [
  'save',
  'rename',
  'replace',
  'delete',
  'default',
  'no-default',
  'pin',
  'unpin',
] as const;

export type ViewIntent = (typeof viewIntents)[number];

/** The values of the input that says who sees a new view. */
export const audiences = { self: 'self', everybody: 'everybody' } as const;
