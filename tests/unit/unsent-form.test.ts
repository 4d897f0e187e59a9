import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findUnsentTitle } from '../../app/lib/core/session/unsent-form';

const routes = path.resolve(import.meta.dirname, '../../app/routes');

/** The posts that are lost when the session has ended, with the reason. All paths are those of route files. */
const notKept: Record<string, string> = {
  '/import': 'its file is not kept',
  '/profile': 'nothing is typed',
  '/profile/password': 'it has passwords',
  '/profile/second-factor': 'it has codes',
  '/profile/second-factor/codes': 'nothing is typed but a proof',
  '/profile/second-factor/off': 'nothing is typed but a proof',
  '/user/second-factor/x': 'nothing is typed but a proof',
  '/delete/x/x': 'nothing is typed',
  '/bin/restore/x': 'nothing is typed but a proof',
  '/undo/x': 'nothing is typed but a proof',
  '/exported/x': 'nothing is typed',
  '/exported/x/x': 'nothing is typed',
  '/reveal': 'nothing is typed',
  '/preferences': 'script sends it',
  '/session': 'script sends it',
  '/search/suggestions': 'script sends it',
  '/conversations': 'nothing is typed',
  '/conversations/progress': 'script sends it',
  '/upload/x/x': 'script sends its file',
  '/gallery-images': 'it takes no forms',
  '/lock': 'it keeps the form of the page itself',
  '/logout': 'nothing is typed',
  '/phone/participants/x/unlink/x': 'nothing is typed',
};

/** Returns an address of a route, from the name of its file below app/routes (remix-flat-routes). */
function toAddress(file: string): string {
  const name = file.replace(/\.tsx?$/, '').replaceAll(/_[\w-]+\+\//g, '');
  return `/${name.replaceAll(/_?\./g, '/').replaceAll(/\$\w*/g, 'x')}`;
}

it('can be sent again, or is a draft on its own page, or has a reason why not: each form of signed-in pages', () => {
  const posts = readdirSync(routes, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.startsWith('_signed-in+') && /\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(routes, file), 'utf8') }))
    .filter(({ text }) => /\baction\b.*[({]/.test(text) && /export .*\baction\b/.test(text));
  expect(posts.length).toBeGreaterThan(60);
  const others = posts
    .filter(({ text }) => !/\bsaveForm\(/.test(text))
    .map(({ file }) => toAddress(file))
    .filter((address) => findUnsentTitle(address) === undefined);
  expect(others.sort()).toEqual(Object.keys(notKept).sort());
});
