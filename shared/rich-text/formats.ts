/** The formats of the rich-text editor (product-spec.md §9), which the sanitizer and the toolbar share. */

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

/** The URL schemes of links. Other schemes could run code. */
export const linkSchemes = ['http', 'https', 'mailto', 'tel'] as const;
