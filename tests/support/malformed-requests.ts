import fc from 'fast-check';
import { postRequest } from './raw-request';

/** A request that is probably invalid. */
export interface MalformedRequest {
  bytes: Buffer;
  /** The number of sent bytes after which the connection is closed. */
  abortAfter?: number;
  /** True if the sending side is closed after the bytes, which may be fewer than the header announces. */
  halfClose: boolean;
  /** The number of characters of posted values that the response may repeat. */
  echoed: number;
  /** True if the request reads a page or a list, whose size depends on the records. */
  isRead?: boolean;
}

interface Body {
  type: string;
  content: Buffer;
  echoed: number;
}

export interface Targets {
  /** The paths of the requests. Each `#` in them is replaced by an id. */
  paths: readonly string[];
  /** The field names of the forms at the paths, without passwords, whose hashing takes much processor time. */
  names: readonly string[];
  /** The names of the inputs in a row, by the name of their list. */
  lists?: Readonly<Record<string, readonly string[]>>;
  /** The header lines that identify the sender of a request. */
  senders: readonly Record<string, string>[];
}

const oddNames = fc.oneof(
  fc.constantFrom(
    '',
    '__proto__',
    'constructor[prototype]',
    'constructor',
    'hasOwnProperty',
    'a[b][c]',
    'a[]',
    'a[999]',
    'quiz_options[999]',
    'quiz_options[999].answer',
    'quiz_options[1e9]',
    '__state__',
    '\u0000',
    '\ud800',
    'n'.repeat(5_000),
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const oddValues = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    '0',
    '-1',
    '\u0000',
    '%',
    '[]',
    '{',
    '<script>alert(1)</script>',
    '{"type":"insert","payload":{"name":"quiz_options","defaultValue":{"a":1}}}',
    '{"type":"reorder","payload":{"name":"quiz_options","from":1e9,"to":1e9}}',
    '['.repeat(5_000),
    'x'.repeat(6_000),
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
);

function generateFields(names: readonly string[]) {
  const name = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...names) },
    { weight: 2, arbitrary: oddNames },
  );
  return fc.array(fc.tuple(name, oddValues), { maxLength: 8 });
}

/** Counts the characters of the values that the response may repeat: those of the form's own fields. */
function countEchoed(names: readonly string[], fields: readonly (readonly [string, string])[]) {
  return fields.reduce((sum, [name, value]) => sum + (names.includes(name) ? value.length : 0), 0);
}

export function urlEncoded(names: readonly string[]): fc.Arbitrary<Body> {
  const encode = fc.constantFrom<((text: string) => string)[]>(
    (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?')),
    (text) => text,
    (text) => text.replace(/[^a-z]/g, '%'),
    (text) => `${text}%c3%28%zz`,
  );
  const many = fc
    .tuple(fc.constantFrom('a#[999]=1', 'a#=', '=', '', '__proto__[#]=x', 'a[#]=1'), fc.nat(4_000))
    .map(([text, count]) => Array.from({ length: count }, (_, n) => text.replace('#', String(n))));
  const type = fc.constantFrom(
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-7',
    'APPLICATION/X-WWW-FORM-URLENCODED;;;',
  );
  return fc
    .tuple(
      type,
      generateFields(names),
      encode,
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, many),
    )
    .map(([type, fields, encoded, more]) => {
      const pairs = fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
      const content = Buffer.from([...pairs, ...more].join('&'));
      return { type, content, echoed: 3 * countEchoed(names, fields) + 20 * fields.length };
    });
}

/** Returns a form with `count` rows in a list, in which each input has the same value. */
export function manyRows(
  list: string,
  inputs: readonly string[],
  count: number,
  value: string,
): Body {
  const names = Array.from({ length: count }, (_, row) =>
    inputs.map((input) => `${list}[${row}].${input}`),
  ).flat();
  return {
    type: 'application/x-www-form-urlencoded',
    content: Buffer.from(names.map((name) => `${name}=${encodeURIComponent(value)}`).join('&')),
    echoed: names.length * value.length,
  };
}

/** Generates forms in which only the number of rows can be wrong. */
function generateLists(lists: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<Body> {
  return fc
    .tuple(
      fc.constantFrom(...Object.entries(lists)),
      fc.oneof(fc.constant(200), fc.nat(210)),
      fc.nat(3),
      fc.constantFrom('', '', 'x', '1', '"', '&~', 'x'.repeat(300)),
    )
    .map(([[list, inputs], count, width, value]) =>
      manyRows(list, inputs.slice(0, width + 1), count, value),
    );
}

const dispositions = fc.constantFrom(
  'form-data; name="#"',
  'form-data; name=#',
  'form-data; name="#"; filename="a.png"',
  'form-data; name="#"; filename=""',
  "form-data; name*=utf-7''%ff; filename*=x''%zz",
  'form-data; name="#"; name="b"',
  'form-data',
  'attachment; name="#"',
  'form-data; filename="a.png"',
  `form-data; name="${'n'.repeat(20_000)}"`,
);
const partHeaders = fc.constantFrom(
  '',
  'Content-Type: text/plain; charset=utf-7\r\n',
  'Content-Type: text/plain; charset=\r\n',
  'Content-Type: application/octet-stream\r\n',
  'Content-Type: multipart/mixed; boundary=inner\r\n',
  'Content-Transfer-Encoding: base64\r\n',
  'no colon\r\n',
  ': no name\r\n',
  'Folded: a\r\n b\r\n',
  'X: y\r\n'.repeat(3_000),
);

function multipart(names: readonly string[]): fc.Arbitrary<Body> {
  const content = fc.oneof(
    fc.constantFrom('--inner\r\n\r\nx\r\n--inner--', '\r\n--b', '\r\n\r\n', '\x89PNG\r\n\x1a\n'),
    fc.constant('\x89PNG\r\n\x1a\n'.padEnd(100_000, '\0')),
    fc.string({ unit: 'binary', maxLength: 100 }),
  );
  const part = fc
    .tuple(generateFields(names), dispositions, partHeaders, content, fc.constantFrom('\r\n', '\n'))
    .map(([fields, disposition, header, text, line]) => {
      const [name, value] = fields.at(0) ?? ['f', text];
      const head = `Content-Disposition: ${disposition.replace('#', () => name)}\r\n${header}`;
      return {
        bytes: Buffer.from(`--b\r\n${head}\r\n${value}\r\n`.replaceAll('\r\n', line)),
        echoed: names.includes(name) ? value.length : 0,
      };
    });
  const type = fc.oneof(
    { weight: 8, arbitrary: fc.constant('multipart/form-data; boundary=b') },
    fc.constantFrom(
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary="b',
      `multipart/form-data; boundary=${'b'.repeat(400)}`,
      'multipart/form-data; boundary=b; boundary=c; charset=utf-16',
    ),
  );
  const times = fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.nat(600));
  const end = fc.constantFrom('--b--\r\n', '--b--', '--b', '', '--b\r\n', '--b--\r\nepilogue');
  return fc
    .tuple(type, fc.array(part, { maxLength: 4 }), times, end)
    .map(([type, parts, repeated, last]) => ({
      type,
      content: Buffer.concat([
        // A body has at most a few hundred kB, because another test covers large requests.
        ...Array.from({ length: parts.length > 1 ? 1 : repeated }, () =>
          parts.map(({ bytes }) => (repeated > 1 ? bytes.subarray(0, 1_000) : bytes)),
        ).flat(),
        Buffer.from(last),
      ]),
      echoed: parts.reduce((sum, { echoed }) => sum + echoed, 0),
    }));
}

const otherBodies: fc.Arbitrary<Body> = fc
  .tuple(
    fc.constantFrom('application/json', 'text/plain', '', 'a/b', 'multipart/mixed; boundary=b'),
    fc.oneof(
      fc.json().map((text) => Buffer.from(text)),
      fc.constant(Buffer.from('['.repeat(50_000))),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    ),
  )
  .map(([type, content]) => ({ type, content, echoed: 0 }));

export const oddHeaders = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>>(
    { 'Content-Encoding': 'gzip' },
    { Expect: '100-continue' },
    { Origin: 'null' },
    { Origin: 'https://elsewhere.example' },
    { Cookie: `session=${'x'.repeat(3_000)}` },
    { Cookie: 'session=%ff; =; preferences=e30' },
    { Host: '' },
    { 'X-Forwarded-For': 'nobody, \u00ff' },
    { 'Accept-Encoding': 'br, gzip' },
    { 'Content-Length': '-1' },
    { 'Content-Length': '1e3' },
    { 'Transfer-Encoding': 'gzip, chunked' },
    { 'Idempotency-Key': 'x'.repeat(4_000) },
    { 'X-Request-Id': '\u00ff'.repeat(200) },
  ),
);

/** Generates ids as they are written in paths. Few of them belong to a record. */
export const oddIds = fc.oneof(
  fc.constantFrom(
    ...['', '0', '1', '-1', '1e9', '999999', '9007199254740993', '9'.repeat(400), 'NaN'],
    ...['%', '%00', '%ff', '%2F', '%2e%2e', '..%2F..%2Fetc%2Fpasswd', '%2B260000000001'],
    ...[
      '__proto__',
      'constructor',
      'participants',
      "1'--",
      '%F0%9F%98%80',
      '%ED%A0%80',
      '*',
      '1/2',
    ],
    'x'.repeat(6_000),
  ),
  fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'))),
);

/** Generates the framing of a body, which may be wrong. */
const framings = fc.oneof(
  { weight: 6, arbitrary: fc.constant('whole' as const) },
  fc.constantFrom('too short', 'chunked', 'lying chunks', 'no last chunk', 'aborted', 'aborted'),
);

/** Generates the paths, with ids in place of `#`. */
export function generatePaths(paths: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...paths), oddIds)
    .map(([path, id]) => path.replace('#', () => id));
}

/** Generates requests to these paths that are malformed in content, encoding or framing. */
export function malformedRequests({ paths, names, lists = {}, senders }: Targets) {
  return fc
    .tuple(
      generatePaths(paths),
      fc.constantFrom(...senders),
      fc.oneof(
        { weight: 3, arbitrary: urlEncoded(names) },
        { weight: 4, arbitrary: multipart(names) },
        { weight: 1, arbitrary: otherBodies },
        ...(Object.keys(lists).length > 0 ? [{ weight: 2, arbitrary: generateLists(lists) }] : []),
      ),
      oddHeaders,
      framings,
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([path, sender, body, odd, framing, share]): MalformedRequest => {
      const type: Record<string, string> = body.type ? { 'Content-Type': body.type } : {};
      const headers = { ...sender, ...type, ...odd };
      const { echoed } = body;
      if (framing === 'too short') {
        const more = { ...headers, 'Content-Length': String(body.content.length + 1_000) };
        return { bytes: postRequest(path, body.content, more), halfClose: true, echoed };
      }
      if (framing === 'whole') {
        const halfClose = 'Content-Length' in odd || 'Transfer-Encoding' in odd;
        return { bytes: postRequest(path, body.content, headers), halfClose, echoed };
      }
      if (framing === 'aborted') {
        const bytes = postRequest(path, body.content, headers);
        const abortAfter = Math.floor(share * bytes.length);
        return { bytes, abortAfter, halfClose: false, echoed };
      }
      const bytes = postRequest(path, chunked(body.content, framing), {
        ...headers,
        'Content-Length': '',
        'Transfer-Encoding': 'chunked',
      });
      const halfClose = framing !== 'chunked' || 'Content-Length' in odd;
      return { bytes: withoutEmptyHeaders(bytes), halfClose, echoed };
    });
}

function chunked(content: Buffer, framing: 'chunked' | 'lying chunks' | 'no last chunk'): Buffer {
  const half = Math.floor(content.length / 2);
  const parts = [content.subarray(0, half), content.subarray(half)].filter(({ length }) => length);
  const chunks = parts.flatMap((part, index) => {
    const lie = framing === 'lying chunks' && index > 0;
    const size = lie
      ? ['-1', 'zz', 'fffffffff', '1'][content.length % 4]
      : part.length.toString(16);
    return [Buffer.from(`${size}\r\n`), part, Buffer.from('\r\n')];
  });
  const last = framing === 'no last chunk' ? '' : '0\r\n\r\n';
  return Buffer.concat([...chunks, Buffer.from(last)]);
}

function withoutEmptyHeaders(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace('Content-Length: \r\n', ''), 'latin1');
}

const csvPieces = [
  'a,b\r\n',
  '"',
  '""',
  ',',
  '\n',
  '\r',
  '\u0000',
  '\ufeff',
  '=1+1',
  'Name,Phone code\n',
];
const jsonPieces = [
  '[',
  ']',
  '{',
  '}',
  '"Name":',
  '"x"',
  ',',
  '1e999',
  'null',
  '{"__proto__":{}}',
  '\\u',
];

/** Generates files of rows that are probably invalid. */
export const malformedFiles = fc
  .oneof(
    fc.array(fc.oneof(fc.constantFrom(...csvPieces), fc.string({ unit: 'binary' }))),
    fc.array(fc.oneof(fc.constantFrom(...jsonPieces), fc.json())),
    fc.constantFrom(
      ['['.repeat(100_000)],
      ['[', '{"a":'.repeat(20_000)],
      ['"'.repeat(100_001)],
      ['Name,'.repeat(20_000)],
      ['Name,Phone code,Status\n', 'x\n'.repeat(1_500)],
      ['[', '{"Name":"x"},'.repeat(1_500)],
    ),
    fc.uint8Array({ maxLength: 500 }).map((bytes) => [Buffer.from(bytes).toString('latin1')]),
  )
  .map((pieces) => pieces.join(''));
