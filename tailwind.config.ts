import type { Config } from 'tailwindcss';

/**
 * The design tokens. Colours are CSS variables (app/styles/tokens.css), so that dark mode follows
 * the system without a second set of classes, and Mantine reads the same variables.
 */
export default {
  content: ['./app/**/*.{ts,tsx}'],
  // Words of the sources that look like utilities, such as the expression `!items`.
  blocklist: [
    '!card',
    '!fields',
    '!filter',
    '!input',
    '!items',
    '!link',
    '!ring',
    'blur',
    'capitalize',
    'container',
    'filter',
    'italic',
    'ring',
    'static',
    'table',
    'table-row',
    'transform',
    'visible',
  ],
  darkMode: 'media',
  // Each of these plugins sets variables on all elements, whether or not a class of the plugin is used.
  corePlugins: {
    backdropFilter: false,
    borderSpacing: false,
    contain: false,
    filter: false,
    gradientColorStops: false,
    ringWidth: false,
    scrollSnapType: false,
    touchAction: false,
  },
  theme: {
    screens: { sm: '600px', md: '960px', lg: '1280px', print: { raw: 'print' } },
    fontFamily: {
      sans: [
        'system-ui',
        '-apple-system',
        '"Segoe UI"',
        'Roboto',
        '"Helvetica Neue"',
        'Arial',
        'sans-serif',
      ],
      mono: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Consolas', 'monospace'],
    },
    fontSize: {
      xs: ['0.75rem', '1rem'],
      sm: ['0.8125rem', '1.25rem'],
      base: ['0.875rem', '1.375rem'],
      lg: ['1rem', '1.5rem'],
      xl: ['1.25rem', '1.75rem'],
      '2xl': ['1.5rem', '2rem'],
    },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      page: 'var(--page)',
      surface: 'var(--surface)',
      sunken: 'var(--sunken)',
      line: 'var(--line)',
      'line-strong': 'var(--line-strong)',
      ink: 'var(--ink)',
      muted: 'var(--muted)',
      accent: 'var(--accent)',
      'accent-strong': 'var(--accent-strong)',
      'accent-soft': 'var(--accent-soft)',
      'on-accent': 'var(--on-accent)',
      good: 'var(--good)',
      'good-soft': 'var(--good-soft)',
      bad: 'var(--bad)',
      'bad-soft': 'var(--bad-soft)',
      warn: 'var(--warn)',
      'warn-soft': 'var(--warn-soft)',
    },
    extend: {
      width: { menu: '250px', 'menu-compact': '60px' },
      spacing: { menu: '250px', 'menu-compact': '60px' },
      boxShadow: { raised: '0 1px 2px rgb(0 0 0 / 0.06), 0 4px 16px rgb(0 0 0 / 0.08)' },
    },
  },
} satisfies Config;
