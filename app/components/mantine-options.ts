import { createTheme } from '@mantine/core';

/**
 * The roles of a table's parts, for screens on which the parts are not displayed as a table (styles/list.css). Rows are
 * not Mantine's (data-list/table-row.tsx), and mantine-datatable gives a table no other body than a plain tbody.
 */
const theme = createTheme({
  components: {
    Table: { defaultProps: { role: 'table' } },
    TableThead: { defaultProps: { role: 'rowgroup' } },
    TableTr: { defaultProps: { role: 'row' } },
    TableTh: { defaultProps: { role: 'columnheader' } },
    TableTd: { defaultProps: { role: 'cell' } },
  },
});

/**
 * The options of MantineProvider. They stop Mantine from adding style sheets to the page. styles/tokens.css sets
 * Mantine's variables instead, with a media query for light and dark, which needs no script.
 */
export const mantineOptions = {
  theme,
  forceColorScheme: 'light',
  withCssVariables: false,
  withGlobalClasses: false,
  withStaticClasses: false,
} as const;
