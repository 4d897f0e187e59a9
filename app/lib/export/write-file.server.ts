import { csvNotes, listFormatNotes } from './describe-file';
import type { ExportContent } from './export-content';
import type { ExportFormat } from './export-format';
import { writeCsv, writeListCsv } from './write-csv';
import { writeJson } from './write-json';
import { writePackage } from './write-package.server';
import { writeWorkbook } from './write-workbook.server';

/** Writes a file for analysis in the given format, while its rows are read. */
export function write(format: ExportFormat, content: ExportContent): AsyncIterable<Buffer> {
  switch (format) {
    case 'list':
      return writeListCsv(content);
    case 'csv':
      return writeCsv(content);
    case 'xlsx':
      return writeWorkbook(content);
    case 'json':
      return writeJson(content);
    case 'package':
      return writePackage(content);
  }
}

/** Returns the sentences that the readme has about a format. */
export function getNotes(format: ExportFormat): readonly string[] {
  if (format === 'list') return listFormatNotes;
  return format === 'csv' || format === 'package' ? csvNotes : [];
}
