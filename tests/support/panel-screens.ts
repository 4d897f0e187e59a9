import { home, menu } from '../../app/lib/menu';
import { editable } from './editable-entities';
import { sweep } from './full';

const entities = Object.keys(editable);

/**
 * The addresses of all screens for signed-in users on the demo study: the screens of the menu, the forms, the pages to
 * which both lead, and lists that show the details of their rows. Omits pages whose addresses contain an id that is
 * made at run time. `tests/routes/sections.test.ts` compares the screens with the routes.
 */
export const screens: readonly string[] = [
  home.path,
  '/home/settings',
  '/home/settings/mail',
  '/profile',
  '/jobs',
  '/search',
  '/reveal',
  '/shortcuts',
  '/unsent',
  ...menu.flatMap((group) => group.items.map(({ path }) => path)),
  ...entities.map((entity) => `/${entity}/add`),
  ...entities.map((entity) => `/${entity}/edit/1`),
  '/facility/edit/3',
  // A resource of the type Standard, whose form has the editor, and an interactive resource.
  '/resource/edit/4',
  '/resource/edit/3',
  '/users/waiting',
  '/users/waiting/8',
  '/audit/sign-ins',
  '/audit/errors',
  '/audit/erasures',
  '/audit/accesses',
  '/audit/accesses/participant/1',
  '/audit/access/1',
  '/profile/accesses',
  '/profile/access/1',
  '/history/country/1',
  '/discussion/edit/demo-001',
  '/discussion/post/demo-001/edit/post-0001',
  '/discussion/chat/demo-001',
  '/discussion/chat/demo-001/transcript',
  '/phone/conversations/%2B260000000001',
  '/phone/chat/chat-0001',
  '/phone/chat/chat-0001/transcript',
  '/quiz/edit/7',
  '/phone/edit/%2B260000000002',
  '/phone/participants/%2B260000000007',
  '/phone/participants/%2B260000000007/unlink/%2B260000000003',
  '/participant/view/1',
  '/participant/erase/1',
  '/participant/withdraw/1',
  '/participant/report/1',
  '/follow-up/view/1',
  '/peer-navigator/view/1',
  '/quiz-attempt/edit/1',
  '/delete/country/1',
  '/country/edit/99999',
  '/columns/participants',
  '/filters/participants',
  '/views/countries?country_name=zam',
  '/export-as/participants?own_phone.in=1',
  '/profile/password',
  '/profile/second-factor',
  '/user/second-factor/2',
  '/countries?open=1',
  '/participants?open=*',
  // Bars, a line, stacked bars, and bars beside each other.
  '/participants?by=peer_navigator',
  '/participants?by=assessment_date.month',
  '/participants?by=srh_prep_interest,own_phone',
  '/analytics?by=type,username&of=avg:duration',
];

/** The screens that sweeps of `npm test` open: some of each kind, and those that show most about people. */
const daily: readonly string[] = [
  home.path,
  '/profile',
  '/search',
  '/users',
  '/participants',
  '/phones',
  '/conversations',
  '/audit',
  '/import',
  '/quiz/add',
  '/user/edit/1',
  '/sms-phone/edit/1',
  '/facility/edit/3',
  '/users/waiting/8',
  '/audit/access/1',
  '/audit/accesses/participant/1',
  '/history/country/1',
  '/discussion/chat/demo-001',
  '/phone/conversations/%2B260000000001',
  '/phone/chat/chat-0001/transcript',
  '/phone/edit/%2B260000000002',
  '/phone/participants/%2B260000000007',
  '/participant/view/1',
  '/participant/erase/1',
  '/follow-up/view/1',
  '/quiz-attempt/edit/1',
  '/delete/country/1',
  '/country/edit/99999',
  '/columns/participants',
  '/filters/participants',
  '/export-as/participants?own_phone.in=1',
  '/participants?open=*',
  '/participants?by=srh_prep_interest,own_phone',
];
for (const screen of daily)
  if (!screens.includes(screen)) throw new Error(`there is no screen ${screen}`);

/** The screens of a sweep: all in `npm run test:full`, and otherwise some of each kind. */
export const sweptScreens = sweep(screens, (screen) => daily.includes(screen));

/** The screens of a locked session. Any other session is redirected from them. */
export const lockedScreens: readonly string[] = ['/unlock', '/unlock?to=%2Fcountries&draft=1'];

export const signedOutScreens: readonly string[] = [
  '/login',
  '/create-account',
  '/reset-password',
  '/change-password/some-code',
];
