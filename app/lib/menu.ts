/** An item of the menu, which the side menu, the home page and the tests use. */
export interface MenuItem {
  path: string;
  title: string;
  /** The name of a symbol in app/assets/icons.svg. */
  icon: string;
  /** The description of the screen on the home page. */
  purpose: string;
  /** True if the page has its own headers, so that the browser must load it as a new document. */
  ownDocument?: boolean;
  /** True if the item is visible only to users who may import. */
  needsImport?: boolean;
}

export interface MenuGroup {
  title: string;
  items: readonly MenuItem[];
}

export const home: MenuItem = { path: '/home', title: 'Home', icon: 'house', purpose: '' };

export const menu: readonly MenuGroup[] = [
  {
    title: 'Administration',
    items: [
      { path: '/users', title: 'Users', icon: 'users', purpose: 'Who may sign in, and as what' },
      {
        path: '/resources',
        title: 'Resources',
        icon: 'folder-open',
        purpose: 'What participants can read and try out',
      },
      {
        path: '/facilities',
        title: 'Facilities',
        icon: 'hospital',
        purpose: 'Clinics, their services and where they are',
      },
      {
        path: '/peer-navigator-facilities',
        title: 'PN Facilities',
        icon: 'map-pin',
        purpose: 'Places that peer navigators send people to',
      },
      {
        path: '/countries',
        title: 'Countries',
        icon: 'globe',
        purpose: 'Countries and phone codes',
      },
      { path: '/colors', title: 'Colors', icon: 'palette', purpose: 'Colours that the apps offer' },
      {
        path: '/notifications',
        title: 'Notifications',
        icon: 'bell',
        purpose: 'Messages sent to all phones of a kind',
      },
      {
        path: '/file-manager',
        title: 'Gallery',
        icon: 'image',
        purpose: 'Uploaded files and what uses them',
        ownDocument: true,
      },
      {
        path: '/audit',
        title: 'Audit Trail',
        icon: 'shield-check',
        purpose: 'Who did what, and when',
      },
      {
        path: '/import',
        title: 'Import Data',
        icon: 'upload',
        purpose: 'Bring in records from a file',
        needsImport: true,
      },
    ],
  },
  {
    title: 'Main App',
    items: [
      {
        path: '/peer-navigators',
        title: 'Peer Navigators',
        icon: 'user-round-check',
        purpose: 'Who works with participants, and how much',
      },
      {
        path: '/participants',
        title: 'Participants',
        icon: 'user-round',
        purpose: 'What participants told at their assessment',
      },
      {
        path: '/follow-ups',
        title: 'Followups',
        icon: 'calendar-check',
        purpose: 'Check-ins after the assessment',
      },
      {
        path: '/analytics',
        title: 'Usage Analytics',
        icon: 'chart-column',
        purpose: 'How the main app is used',
      },
      {
        path: '/data-dictionary',
        title: 'Data Dictionary',
        icon: 'book-open',
        purpose: 'What each field of the data means',
      },
      {
        path: '/study-followup',
        title: 'Study Followup',
        icon: 'clipboard-list',
        purpose: 'Follow-up links sent to participants',
      },
      {
        path: '/study-resources',
        title: 'Study Resources',
        icon: 'library',
        purpose: 'Resources sent to participants',
      },
    ],
  },
  {
    title: 'Messenger',
    items: [
      {
        path: '/phones',
        title: 'Phones',
        icon: 'smartphone',
        purpose: 'Phones of the messenger and their links',
      },
      {
        path: '/last-seen',
        title: 'Last Seen',
        icon: 'clock',
        purpose: 'When each user of the messenger was there last',
      },
      {
        path: '/discussions',
        title: 'Discussions',
        icon: 'messages-square',
        purpose: 'What is discussed in the open, and its posts',
      },
      {
        path: '/conversations',
        title: 'Conversations',
        icon: 'message-circle',
        purpose: 'How much each phone writes and receives',
      },
      {
        path: '/quizzes',
        title: 'Quizzes',
        icon: 'circle-help',
        purpose: 'Questions that the messenger asks',
      },
      {
        path: '/quiz-attempts',
        title: 'Quiz Attempts',
        icon: 'list-checks',
        purpose: 'Answers and scores',
      },
    ],
  },
  {
    title: 'SMS',
    items: [
      {
        path: '/sms-categories',
        title: 'Categories',
        icon: 'tags',
        purpose: 'Groups of phones that get messages',
      },
      {
        path: '/sms-phones',
        title: 'Phones',
        icon: 'phone',
        purpose: 'Numbers and their categories',
      },
      { path: '/sms-messages', title: 'Messages', icon: 'mail', purpose: 'Texts that are sent' },
      { path: '/sms-history', title: 'History', icon: 'history', purpose: 'What was sent to whom' },
      {
        path: '/send-messages',
        title: 'Send Messages',
        icon: 'send',
        purpose: 'Start sending to a category',
      },
    ],
  },
];

/**
 * Returns the menu for a user's permissions. Hiding an item does not protect its page: the loaders check
 * permissions too.
 */
export function getMenu({ mayImport }: { mayImport: boolean }): readonly MenuGroup[] {
  return menu.map((group) => ({
    ...group,
    items: group.items.filter(({ needsImport }) => mayImport || !needsImport),
  }));
}
