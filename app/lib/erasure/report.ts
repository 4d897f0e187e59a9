/** A value with its title in words. */
export interface ReportField {
  title: string;
  text: string;
}

/** A record, a message, or another thing that is stored about a participant. */
export interface ReportItem {
  title: string;
  fields: readonly ReportField[];
}

export interface ReportSection {
  title: string;
  items: readonly ReportItem[];
}

const style =
  'body{font-family:sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'dl{display:grid;grid-template-columns:16rem 1fr;gap:.2rem 1rem}dt{color:#555}dd{margin:0;white-space:pre-wrap}';

/**
 * Writes all that is stored about a participant as one HTML file, which needs neither a network nor the panel to be
 * read. `made` is the time in words.
 */
export function writeReport(sections: readonly ReportSection[], made: string): string {
  const body = sections
    .map(
      ({ title, items }) =>
        `<section><h2>${escapeHtml(title)} (${items.length})</h2>\n${items.map(writeItem).join('\n')}\n</section>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Data of a participant</title><style>${style}</style></head>
<body><h1>Data of a participant</h1>
<p>All data about the participant in the study’s control panel, as of ${escapeHtml(made)}.
The file contains personal data: give it to nobody but the participant, and delete it afterwards.</p>
${body}
</body></html>
`;
}

function writeItem({ title, fields }: ReportItem): string {
  const list = fields.map(
    (field) => `<dt>${escapeHtml(field.title)}</dt><dd>${escapeHtml(field.text)}</dd>`,
  );
  return `<h3>${escapeHtml(title)}</h3><dl>${list.join('')}</dl>`;
}

function escapeHtml(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}
