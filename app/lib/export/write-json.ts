import { buildCodebook, codebookTitles, describeExportFile } from './describe-file';
import type { ExportContent } from './export-content';
import { getExpectedKind } from './profile';
import { isOfKind } from './variables';

/**
 * Writes a JSON file: an object with the rows, the codebook and the readme. Rows are objects by names of variables.
 */
export async function* writeJson(content: ExportContent): AsyncGenerator<Buffer> {
  const { facts, variables, explanations, parts, readWritten } = content;
  const columns = variables.map((variable) => ({
    key: JSON.stringify(variable.name),
    isNumber: getExpectedKind(variable, facts.style) === 'number',
  }));
  const writeRow = (cells: readonly string[]) => {
    const values = columns.map(({ key, isNumber }, index) => {
      const text = cells[index] ?? '';
      if (text === '') return `${key}:null`;
      return `${key}:${isNumber && isOfKind('number', text) ? text : JSON.stringify(text)}`;
    });
    return `{${values.join(',')}}`;
  };
  yield Buffer.from('{"rows":[');
  let separator = '\n';
  for await (const { rows } of parts) {
    if (rows.length === 0) continue;
    yield Buffer.from(separator + rows.map(writeRow).join(',\n'));
    separator = ',\n';
  }
  const written = readWritten();
  const codebook = buildCodebook(written.variables, explanations, facts.privacy).map((cells) =>
    Object.fromEntries(codebookTitles.map((title, index) => [title, cells[index]])),
  );
  const readme = Object.fromEntries(describeExportFile(facts, written));
  const end = JSON.stringify({ codebook, readme }, null, 1).slice(1);
  yield Buffer.from(`\n],${end}\n`);
}
