/** The kinds of responses in which identifying fields leave the server. */
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
] as const;
export type AccessKind = (typeof accessKinds)[number];
