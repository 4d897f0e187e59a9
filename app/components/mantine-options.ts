import { createTheme } from '@mantine/core';

/**
 * The ARIA roles of a table's parts. Narrow screens do not display the parts as a table (styles/list.css), so that
 * elements would lose their implicit roles. The rows of records get their roles from data-list/table-row.tsx.
 * mantine-datatable renders the body as a plain tbody, which cannot get a role here.
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
