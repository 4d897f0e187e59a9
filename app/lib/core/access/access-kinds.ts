/** The kinds of responses that contain identifying fields. */
export const accessKinds = [
  'List',
  'Search',
  'Chat',
  'Details',
  'Form',
  'Deletion',
  'Choices',
  'Conflict',
  'History',
  'Export',
  'Bulk action',
  'Reveal',
] as const;
export type AccessKind = (typeof accessKinds)[number];
