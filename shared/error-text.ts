import { cutText } from './cut-text';

const MAX_TEXT = 500;
const MAX_CAUSES = 3;
const MAX_KEYS = 10;

/**
 * Returns a text that describes a thrown value in a log or on a console. Describes an error with its code and
 * its causes, and a response with its status. Describes any other object without its values, except its name,
 * code, message, status and cause, because the object may be a record.
 */
export function toErrorText(thrown: unknown): string {
  const text = describeThrown(thrown, MAX_CAUSES);
  return text.length > MAX_TEXT ? `${cutText(text, MAX_TEXT)}…` : text;
}

function describeThrown(thrown: unknown, causes: number): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  if (thrown instanceof Response) return `Response with status ${thrown.status}`;
  const text = [...new Set([getName(thrown), getMessage(thrown, causes)])]
    .filter(Boolean)
    .join(': ');
  const code = 'code' in thrown ? String(thrown.code) : '';
  const cause = 'cause' in thrown && causes > 0 ? thrown.cause : undefined;
  return [
    code && !text.includes(code) ? `${text} (${code})` : text,
    cause === undefined || cause === null ? '' : `, caused by ${describeThrown(cause, causes - 1)}`,
  ].join('');
}

function getName(thrown: object): string {
  if ('name' in thrown && typeof thrown.name === 'string') return thrown.name;
  return thrown.constructor?.name ?? 'Object';
}

/**
 * Returns the message of an object. If it has none, returns the errors of an aggregate, or else the status or the keys.
 */
function getMessage(thrown: object, causes: number): string {
  if ('message' in thrown && typeof thrown.message === 'string' && thrown.message)
    return thrown.message;
  if (thrown instanceof AggregateError)
    return thrown.errors.map((error) => describeThrown(error, causes - 1)).join('; ');
  if ('status' in thrown && typeof thrown.status === 'number') return `status ${thrown.status}`;
  const keys = Object.keys(thrown).slice(0, MAX_KEYS);
  return thrown instanceof Error || keys.length === 0 ? '' : `keys ${keys.join(', ')}`;
}
