import { home, menu } from '~/lib/menu';
import { entities } from './entities';

/**
 * Every screen of a signed-in user: the screens of the menu, the forms, the pages that both lead to, and lists with
 * the details of their rows.
 */
export const screens: readonly string[] = [
  home.path,
  '/profile',
  ...menu.flatMap((group) => group.items.map(({ path }) => path)),
  ...entities.map(({ entity }) => `/${entity}/add`),
  '/user/edit/1',
  '/facility/edit/3',
  // A resource of the type Standard, whose form has the editor, and an interactive resource.
  '/resource/edit/4',
  '/resource/edit/3',
  '/audit/sign-ins',
  '/audit/errors',
  '/audit/accesses',
  '/audit/accesses/participant/1',
  '/profile/accesses',
  '/history/country/1',
  '/discussion/edit/demo-001',
  '/discussion/chat/demo-001',
  '/discussion/chat/demo-001/transcript',
  '/phone/conversations/%2B260000000001',
  '/phone/chat/chat-0001',
  '/phone/chat/chat-0001/transcript',
  '/quiz/edit/1',
  '/quiz/edit/7',
  '/phone/edit/%2B260000000002',
  '/phone/participants/%2B260000000007',
  '/phone/participants/%2B260000000007/unlink/%2B260000000003',
  '/participant/view/1',
  '/follow-up/view/1',
  '/peer-navigator/view/1',
  '/quiz-attempt/edit/1',
  '/delete/country/1',
  '/country/edit/99999',
  '/columns/participants',
  '/views/countries?country_name=zam',
  '/profile/password',
  '/countries?open=1',
  '/participants?open=*',
];

export const signedOutScreens: readonly string[] = [
  '/login',
  '/create-account',
  '/reset-password',
  '/change-password/some-code',
];
