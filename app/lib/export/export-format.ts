import type { ValueStyle } from './variables';

/** The formats of files for analysis, in the order of the page that offers them. */
export const formats = {
  list: {
    label: 'CSV as in the list',
    extension: 'csv',
    type: 'text/csv; charset=utf-8',
    hint: 'With the headings and values of the list. The panel can import a full file again.',
  },
  csv: {
    label: 'CSV for analysis',
    extension: 'csv',
    type: 'text/csv; charset=utf-8',
    hint: 'One row for each record, with short names of variables as headings. Opens in most programs.',
  },
  xlsx: {
    label: 'Excel',
    extension: 'xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    hint: 'A workbook with the data, a codebook that explains the columns, and a read-me sheet.',
  },
  json: {
    label: 'JSON',
    extension: 'json',
    type: 'application/json; charset=utf-8',
    hint: 'For programs. Contains the data and the codebook.',
  },
  package: {
    label: 'Package for R, SPSS and Stata',
    extension: 'zip',
    type: 'application/zip',
    hint: 'A ZIP file with the data, the codebook and scripts that read and label the data. It always contains codes.',
  },
} as const;

export type ExportFormat = keyof typeof formats;

export function isExportFormat(text: string): text is ExportFormat {
  return Object.hasOwn(formats, text);
}

export const valueStyles: Readonly<Record<ValueStyle, string>> = {
  words: 'Words, such as Yes',
  codes: 'Codes, such as 1',
};

export function isValueStyle(text: string): text is ValueStyle {
  return Object.hasOwn(valueStyles, text);
}
