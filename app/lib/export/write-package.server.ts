import { BYTE_ORDER_MARK } from 'shared/list/csv';
import { writeZip } from '../core/sheets/write-zip.server';
import { writeCsvRows } from './csv-rows';
import {
  buildCodebook,
  codebookTitles,
  csvNotes,
  describeExportFile,
  toReadmeText,
} from './describe-file';
import type { ExportContent } from './export-content';
import { writeCsv } from './write-csv';
import { writeRScript } from './write-r';
import { writeSpssScript } from './write-spss';
import { writeStataScript } from './write-stata';

const notes = [
  ...csvNotes,
  'read-data.R is for R, read-data.sps for SPSS and PSPP, read-data.do for Stata. The script for Stata has not been tested with Stata.',
  'If some values of a variable are not numbers, dates or codes as expected, the scripts make them missing, and add a variable that has all values as text: see text_variable in the codebook. In R, unexpected codes become further levels instead.',
];

/** Writes a ZIP file with the data, the codebook, a readme, and scripts for R, SPSS and Stata. */
export function writePackage(content: ExportContent): AsyncGenerator<Buffer> {
  const { facts, explanations, readWritten } = content;
  // The facts about the data are complete only after data.csv, so all other files follow it.
  const readVariables = () => readWritten().variables;
  const writeText = (build: () => string) => () => [Buffer.from(build())];
  return writeZip([
    { name: 'data.csv', write: () => writeCsv(content) },
    {
      name: 'codebook.csv',
      write: writeText(
        () =>
          BYTE_ORDER_MARK +
          writeCsvRows([
            [...codebookTitles],
            ...buildCodebook(readVariables(), explanations, facts.privacy),
          ]),
      ),
    },
    {
      name: 'readme.txt',
      write: writeText(() => toReadmeText(describeExportFile(facts, readWritten(), notes))),
    },
    {
      name: 'read-data.R',
      write: writeText(() => writeRScript(readVariables(), facts.timeZone)),
    },
    { name: 'read-data.sps', write: writeText(() => writeSpssScript(readVariables())) },
    { name: 'read-data.do', write: writeText(() => writeStataScript(readVariables())) },
  ]);
}
