import type { CheckOutcome, Endpoint } from './host-endpoints';

const outcomes: Record<CheckOutcome, string> = {
  offered: 'offered',
  missing: 'missing',
  refused: 'refused',
  unreadable: 'not readable',
  redirected: 'redirects elsewhere',
  failed: 'failed',
};

const NOT_ASKED =
  'Not requested, because they change data or send something: login, account/…, …/update, …/delete, peer/add/…, peer/remove/…, downloadJson, send-fcm-topic-message, upload/…, import/…';

/**
 * Returns the report as lines of text: all endpoints, then missing and failed ones, then differences in fields.
 */
export function reportLines(found: readonly Endpoint[]): string[] {
  const width = Math.max(...found.map(({ path }) => path.length));
  const lines = found.map(
    (endpoint) => `${endpoint.path.padEnd(width)}  ${describeOutcome(endpoint)}`,
  );
  const missing = found.filter(({ outcome }) => outcome === 'missing').map(({ path }) => path);
  const failed = found
    .filter(({ outcome }) => outcome !== 'missing' && outcome !== 'offered')
    .map(({ path }) => path);
  return [
    '',
    ...lines,
    '',
    ...(missing.length > 0
      ? [
          `This host does not offer: ${missing.join(', ')}. The screens that need them show a message.`,
        ]
      : []),
    ...(failed.length > 0 ? [`These did not answer as expected: ${failed.join(', ')}.`] : []),
    ...(missing.length + failed.length === 0
      ? ['This host offers everything that the panel reads.']
      : []),
    NOT_ASKED,
    ...writeSection(
      'Fields that the host sends under another name, which the panel reads too',
      found,
      'renamed',
    ),
    ...writeSection('Fields that the panel expects and no row had', found, 'absent'),
    ...writeSection(
      'Fields that the panel does not know; it neither stores nor shows them',
      found,
      'undeclared',
    ),
  ];
}

function describeOutcome({ outcome, status, rows, list }: Endpoint): string {
  const words = outcome === 'failed' && status === undefined ? 'no answer' : outcomes[outcome];
  if (outcome !== 'offered') return status === undefined ? words : `${words} (status ${status})`;
  if (list === undefined) return words;
  return `${words}, ${rows} ${rows === 1 ? 'row' : 'rows'}`;
}

function writeSection(
  title: string,
  found: readonly Endpoint[],
  part: 'absent' | 'undeclared' | 'renamed',
): string[] {
  const lines = found
    .filter((endpoint) => endpoint[part].length > 0)
    .map((endpoint) => `  ${endpoint.path}: ${endpoint[part].join(', ')}`);
  return lines.length > 0 ? ['', `${title}:`, ...lines] : [];
}
