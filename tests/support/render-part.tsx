import { Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { within } from '@testing-library/dom';
import { JSDOM } from 'jsdom';
import { createContext, type ReactNode, useContext } from 'react';
import { renderToString } from 'react-dom/server';
import { LightPagesContext } from '~/components/light-pages';
import type { FormReply } from '~/lib/core/form/form-view';

interface PageOptions {
  /** The path of the page that contains the part. */
  path?: string;
  /** The reply of the page's action to a form. */
  reply?: FormReply;
  /** False if the user's role may not change data. */
  mayWrite?: boolean;
  /** True if the page is a light page. */
  light?: boolean;
}

/** The id of the route whose data contains the user's rights. */
const LAYOUT = 'routes/_signed-in+/_layout';

const PartContext = createContext<ReactNode>(null);

/** Renders the part of a page that is tested. */
function Part() {
  return useContext(PartContext);
}

/** Returns a signed-in page that contains a part of a page. Its action replies with `reply`. */
export function onPage(part: ReactNode, options: PageOptions = {}): ReactNode {
  const { path = '/here', reply, mayWrite = true, light = false } = options;
  const Stub = createRemixStub([
    {
      id: LAYOUT,
      path: '/',
      Component: Outlet,
      children: [{ id: 'page', path: '*', Component: Part }],
    },
  ]);
  return (
    <LightPagesContext.Provider value={light}>
      <PartContext.Provider value={part}>
        <Stub
          initialEntries={[path]}
          hydrationData={{
            loaderData: { [LAYOUT]: { mayWrite } },
            ...(reply && { actionData: { page: reply } }),
          }}
        />
      </PartContext.Provider>
    </LightPagesContext.Provider>
  );
}

/** Renders a part of a page as the server does. Returns its document, with queries by role and label. */
export function renderPart(part: ReactNode, options: PageOptions = {}) {
  const html = renderToString(onPage(part, options));
  const { document } = new JSDOM(`<!DOCTYPE html>${html}`).window;
  return { html, document, page: within(document.body) };
}
