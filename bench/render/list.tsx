import { MantineProvider } from '@mantine/core';
import { RemixServer, useLoaderData } from '@remix-run/react';
import type { RemixServerProps } from '@remix-run/react/dist/server';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { DataList } from '~/components/data-list/data-list';
import { mantineOptions } from '~/components/mantine-options';
import { participant } from '~/lib/entities/participant';
import { buildListView } from '~/lib/list/build-list-view.server';
import { readListState } from '~/lib/list/list-state';
import type { ListView } from '~/lib/list/list-view';

const ROWS = 10;
const COLUMNS = 10;
const TOTAL = 12_345;

const columns = participant.list.columns.slice(0, COLUMNS);

function makeView(): ListView {
  const params = new URLSearchParams({ cols: columns.map(({ field }) => field).join(',') });
  const rows = Array.from({ length: ROWS }, (_, row) =>
    Object.fromEntries(
      columns.map(({ field, kind }) => [field, kind === 'date' ? '2026-01-05' : `${field} ${row}`]),
    ),
  );
  const state = readListState(participant.list, params);
  return buildListView(participant, state, { rows, total: TOTAL });
}

function Screen() {
  return (
    <MantineProvider {...mantineOptions}>
      <DataList view={useLoaderData() as ListView} />
    </MantineProvider>
  );
}

/** Builds the input of rendering one page: a route, its module and its data. */
function makeContext(view: ListView): RemixServerProps['context'] {
  const route = { id: 'root', path: view.path, hasLoader: true, module: '' };
  return {
    manifest: {
      entry: { module: '', imports: [] },
      routes: { root: { ...route, hasAction: false, hasErrorBoundary: false } },
      url: '',
      version: '',
    } as unknown as RemixServerProps['context']['manifest'],
    routeModules: { root: { default: Screen } },
    staticHandlerContext: {
      basename: '/',
      location: { pathname: view.path, search: '', hash: '', state: null, key: 'default' },
      matches: [{ params: {}, pathname: view.path, pathnameBase: view.path, route }],
      loaderData: { root: view },
      actionData: null,
      errors: null,
      statusCode: 200,
      loaderHeaders: {},
      actionHeaders: {},
      activeDeferreds: null,
    } as unknown as RemixServerProps['context']['staticHandlerContext'],
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_lazyRouteDiscovery: false,
      v3_singleFetch: false,
    },
    isSpaMode: false,
  };
}

const context = makeContext(makeView());
const page = () => (
  <RemixServer context={context} url={`http://localhost${participant.list.path}`} />
);

/** Renders the list of 10 rows and 10 columns as the panel does. */
export const renderList = (): string => renderToString(page());

/** Renders the same list without the comments that React inserts between texts. */
export const listMarkup = (): string => renderToStaticMarkup(page());
