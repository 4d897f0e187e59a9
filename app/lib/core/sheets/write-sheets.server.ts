import { cellStyles, escapeXml, toColumnLetters, writeNumber, writeText } from './sheet-xml';
import { writeZip, type ZipEntry } from './write-zip.server';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Writes an Excel workbook while its sheets, which are XML, are written one after the other. */
export function writeSheets(sheets: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const names = sheets.map(({ name }) => name);
  return writeZip([
    ...Object.entries(buildStaticParts(names)).map(([name, text]) => ({
      name,
      write: () => [Buffer.from(XML + text)],
    })),
    ...sheets.map(({ write }, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, write })),
  ]);
}

/** Returns a sheet with titles and rows of texts and numbers. The filters of the titles apply to `filtered` rows. */
export function writeTable(
  titles: readonly string[],
  widths: readonly number[],
  rows: readonly (readonly (string | number)[])[],
  filtered = rows.length,
): Buffer {
  const lines = rows.map((cells, at) => {
    const written = cells.map((cell, index) => {
      const reference = `${toColumnLetters(index)}${at + 2}`;
      if (typeof cell === 'number') return writeNumber(reference, String(cell));
      return cell === '' ? '' : writeText(reference, cell);
    });
    return `<row r="${at + 2}">${written.join('')}</row>`;
  });
  const end = endSheet(titles.length, filtered + 1);
  return Buffer.from(startSheet(titles, widths) + lines.join('') + end);
}

/** Returns the beginning of a sheet, whose first row stays in view. */
export function startSheet(titles: readonly string[], widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const cells = titles.map((title, index) =>
    writeText(`${toColumnLetters(index)}1`, title, cellStyles.title),
  );
  return (
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`
  );
}

/** Returns the end of a sheet, with filters in its first row. */
export function endSheet(columns: number, rows: number): string {
  const last = toColumnLetters(columns - 1);
  return `</sheetData><autoFilter ref="A1:${last}${rows}"/></worksheet>`;
}

/** Returns the parts of a workbook that depend only on the names of its sheets. */
const buildStaticParts = (names: readonly string[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml':
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
    names
      .map(
        (_, index) =>
          `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
      )
      .join('') +
    '</Types>',
  '_rels/.rels':
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
    names
      .map(
        (name, index) =>
          `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join('') +
    '</sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    names
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join('') +
    `<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
    '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">' +
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>',
});
