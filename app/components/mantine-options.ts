/**
 * The options of Mantine. They turn off its own colours, because styles/tokens.css sets them with a media query
 * for light and dark. That needs neither script nor a style sheet inside the page.
 */
export const mantineOptions = {
  forceColorScheme: 'light',
  withCssVariables: false,
  withGlobalClasses: false,
  withStaticClasses: false,
} as const;
