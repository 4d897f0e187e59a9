/**
 * The options of MantineProvider. They stop Mantine from adding style sheets to the page. styles/tokens.css sets
 * Mantine's variables instead, with a media query for light and dark, which needs no script.
 */
export const mantineOptions = {
  forceColorScheme: 'light',
  withCssVariables: false,
  withGlobalClasses: false,
  withStaticClasses: false,
} as const;
