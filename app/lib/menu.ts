/** The path of the page that lists the accounts that wait for approval. */
export const WAITING_PATH = '/users/waiting';

/** An item of the menu, which the side menu, the home page and the tests use. */
export interface MenuItem {
  path: string;
  title: string;
  /** The name of a symbol in app/assets/icons.svg. */
  icon: string;
  /** A short description of the item's screen, which the home page shows. */
  purpose: string;
  /**
   * True if the page needs HTTP response headers that other pages do not have. Browsers apply the headers only when
   * they load a new document.
   */
  ownDocument?: boolean;
  /** True for the item beside which the menu shows how many accounts wait for approval. */
  countsWaiting?: boolean;
  /** The right that users need to see the item. */
  needs?: keyof MenuRights;
}

/** The rights on which items of the menu depend. */
export interface MenuRights {
  mayImport: boolean;
  mayRestore: boolean;
}

/** The names of the groups in the preferences of a browser. */
export const menuGroups = ['administration', 'main-app', 'messenger', 'sms'] as const;

export type MenuGroupName = (typeof menuGroups)[number];

/** The value of the input `groups` of the form in which all groups are opened or folded. */
export const ALL_GROUPS = 'all';

/** Returns the name of the input that is sent if a group is open. */
export function getOpenInput(name: MenuGroupName): string {
  return `open.${name}`;
}

export interface MenuGroup {
  name: MenuGroupName;
  title: string;
  items: readonly MenuItem[];
}

export const home: MenuItem = { path: '/home', title: 'Home', icon: 'house', purpose: '' };

export const menu: readonly MenuGroup[] = [
  {
    name: 'administration',
    title: 'Administration',
    items: [
      {
        path: '/users',
        title: 'Users',
        icon: 'users',
        purpose: 'Who may sign in, and as what',
        countsWaiting: true,
      },
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
        purpose: 'Push messages to all phones of one type',
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
        path: '/bin',
        title: 'Bin',
        icon: 'trash-2',
        purpose: 'Deleted records that can be restored',
        needs: 'mayRestore',
      },
      {
        path: '/import',
        title: 'Import Data',
        icon: 'upload',
        purpose: 'Bring in records from a file',
        needs: 'mayImport',
      },
    ],
  },
  {
    name: 'main-app',
    title: 'Main App',
    items: [
      {
        path: '/peer-navigators',
        title: 'Peer Navigators',
        icon: 'user-round-check',
        purpose: 'Peer navigators and how active they are',
      },
      {
        path: '/participants',
        title: 'Participants',
        icon: 'user-round',
        purpose: 'What participants answered at their assessment',
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
    name: 'messenger',
    title: 'Messenger',
    items: [
      {
        path: '/phones',
        title: 'Phones',
        icon: 'smartphone',
        purpose: 'Messenger phones and the participants linked to them',
      },
      {
        path: '/last-seen',
        title: 'Last Seen',
        icon: 'clock',
        purpose: 'When each user last used the messenger',
      },
      {
        path: '/discussions',
        title: 'Discussions',
        icon: 'messages-square',
        purpose: 'Discussions and their posts',
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
    name: 'sms',
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
        purpose: 'Choose a category of phones to send to',
      },
    ],
  },
];

/**
 * Returns the menu for a user's rights. Hiding an item does not protect its page: the loaders check
 * permissions too.
 */
export function getMenu(rights: MenuRights): readonly MenuGroup[] {
  return menu.map((group) => ({
    ...group,
    items: group.items.filter(({ needs }) => needs === undefined || rights[needs]),
  }));
}

/** Returns the path of an address without its query. */
export function getPathname(href: string): string {
  return href.split('?', 1)[0] ?? '';
}

/** Returns the group of the entry to which an address leads, whatever its query. */
export function findMenuGroup(href = ''): MenuGroup | undefined {
  const path = getPathname(href);
  return menu.find(({ items }) => items.some((item) => item.path === path));
}

/** The page that explains the shortcuts. */
export const SHORTCUTS_PATH = '/shortcuts';
/** The path of the page that unlocks a locked session. */
export const UNLOCK_PATH = '/unlock';
