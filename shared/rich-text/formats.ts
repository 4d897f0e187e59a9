/** The formats of the rich-text editor (product-spec.md §9), for the sanitizer and the toolbar. */

/** Pixels of the whole editor. */
export const EDITOR_HEIGHT = 725;

export const headingLevels = [1, 2, 3, 4, 5] as const;

export const fontSizes = ['8pt', '10pt', '12pt', '14pt', '18pt', '24pt', '36pt'] as const;

export const fonts = [
  'Arial',
  'Courier New',
  'Georgia',
  'Impact',
  'Lucida Console',
  'Tahoma',
  'Times New Roman',
  'Verdana',
] as const;

export const alignments = ['left', 'center', 'right', 'justify'] as const;

/** A link of any other kind could run something. */
export const linkSchemes = ['http', 'https', 'mailto', 'tel'] as const;
