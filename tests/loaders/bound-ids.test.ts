import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { declarations } from 'shared/entities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromOpaqueId, toOpaqueId } from '~/lib/core/addresses/record-address.server';
import { sealTexts } from '~/lib/core/addresses/sealed-texts.server';
import { settleEntries } from '~/lib/core/host/audit.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { config } from '~/lib/core/server/config.server';
import { callRoute, signedInAs } from '../support/call-route';

const NUMBER = '+260971231001';
const DIGITS = '971231001';
const ROUTES = path.resolve('app/routes/_signed-in+');

const names = declarations.map(({ name }) => name);

interface Encrypted {
  /** The kind of which the text is an id. Undefined for a text that no address contains. */
  kind?: string;
  text: string;
}

/** The encrypted texts that pages contain, and the id of a color, which they contain if it is a long number. */
const encrypted: Record<string, Encrypted> = {
  ...Object.fromEntries(
    ['phone', 'participant', 'conversation', 'color'].map((kind) => [
      `the id of a ${kind}`,
      { kind, text: toOpaqueId(kind, NUMBER) },
    ]),
  ),
  'the id of a chat': { kind: 'conversation', text: toOpaqueId('conversation', `c1/${NUMBER}`) },
  'a phone that a form offers': { text: sealTexts('phone', NUMBER) },
  'a value of a filter': { text: sealTexts('filter', 'phone_number', NUMBER) },
  'a button that reveals': { text: sealTexts('reveal', '/phones', NUMBER, 'phone_number') },
};

/** The lists that belong to a record, with the kind of the record. */
const listsOfRecords: Record<string, string> = {
  'phone/chat': 'conversation',
  'phone/conversations': 'phone',
  'phone/participants': 'phone',
  'discussion/chat': 'discussion',
  ...Object.fromEntries(
    ['phone', 'participant', 'color', 'facility', 'discussion-post'].flatMap((name) => [
      [`history/${name}`, name],
      [`audit/accesses/${name}`, name],
    ]),
  ),
};

interface Route {
  file: string;
  segments: string[];
}

interface Visit {
  path: string;
  params: Record<string, string>;
  /** The kind of the record whose list has a tool at this address. */
  kind?: string;
}

/** The files of all routes whose address has a parameter. */
const routes: Route[] = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\$.*\.tsx?$/.test(file))
  .map((file) => ({
    file,
    segments: path
      .basename(file)
      .replace(/\.tsx?$/, '')
      .split('.'),
  }));

/** Returns the addresses of a route that contain the text: for each entity, or for each list of a record. */
function listVisits({ segments }: Route, text: string): Visit[] {
  const named = segments.map((segment) => segment.replace(/_$/, ''));
  const parameters = named
    .filter((segment) => segment.startsWith('$'))
    .map((name) => name.slice(1));
  const visit = (params: Record<string, string>, kind?: string): Visit => {
    const filled = named.map((name) =>
      name.startsWith('$') ? params[name.slice(1) || '*'] : name,
    );
    return { path: `/${filled.join('/')}`, params, kind };
  };
  if (parameters.includes(''))
    return Object.entries(listsOfRecords).map(([list, kind]) =>
      visit({ '*': `${list}/${text}` }, kind),
    );
  const params = Object.fromEntries(parameters.map((name) => [name, text]));
  if (!parameters.includes('entity')) return [visit(params)];
  return names.map((entity) => visit({ ...params, entity }));
}

let cookie: string;
beforeAll(async () => {
  config.MASK_IDENTIFIERS = true;
  cookie = await signedInAs('administrator');
});
afterAll(() => {
  config.MASK_IDENTIFIERS = false;
});

it('an encrypted id can be read only for its own kind', () => {
  for (const kind of names)
    for (const other of names)
      expect(fromOpaqueId(kind, toOpaqueId(other, NUMBER))).toBe(
        kind === other ? NUMBER : undefined,
      );
});

describe('an encrypted id of another kind, or of no record, is not found', () => {
  it.each(routes)('at the addresses of $file', async (route) => {
    const { loader }: { loader?: (args: LoaderFunctionArgs) => unknown } = await import(
      path.join(ROUTES, route.file)
    );
    if (!loader) return;
    const wrong = [];
    for (const [what, { kind, text }] of Object.entries(encrypted))
      for (const visit of listVisits(route, text)) {
        const answer = await callRoute(loader, visit.path, { cookie, params: visit.params });
        const { status, headers, data, response } = answer;
        const location = headers.get('location') ?? '';
        const shown = [JSON.stringify(data), location, await response?.text()].join();
        // The tools of a list open for any record of its kind, and show nothing of the record.
        const isOpen = kind !== undefined && kind === visit.kind;
        // There is no list, form or file at such an address, whatever stands in the place of the id.
        const isNoPage = ['/home', '/import'].includes(location) || !visit.path.includes(text);
        if (shown.includes(DIGITS) || !(status === 404 || isOpen || isNoPage))
          wrong.push(`${what} at ${visit.path}: ${status}`);
      }
    expect(wrong).toEqual([]);
    await settleEntries();
    const { db } = await openEmbeddedHost();
    const entries = await db.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify(entries)).not.toContain(DIGITS);
  });
});
