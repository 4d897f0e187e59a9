import { Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { within } from '@testing-library/dom';
import { JSDOM } from 'jsdom';
import { createContext, type ReactNode, useContext } from 'react';
import { renderToString } from 'react-dom/server';
import { LightPagesContext } from '~/components/light-pages';
import type { FormReply } from '~/lib/form/form-view';

interface PageOptions {
  /** The address that the part is on. */
  path?: string;
  /** The answer of the page's action to a form. */
  reply?: FormReply;
  /** False for a role that only reads. */
  mayWrite?: boolean;
  /** True for light pages. */
  light?: boolean;
}

/** The route whose data says what the user may do. */
const LAYOUT = 'routes/_signed-in+/_layout';

const PartContext = createContext<ReactNode>(null);

/** Renders the part of a page that a test is about. */
function Part() {
  return useContext(PartContext);
}

/** Puts a part of a page on a signed-in page, which answers forms with `reply`. */
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
