import fc from 'fast-check';
import {
  generatePaths,
  type MalformedRequest,
  oddHeaders,
  type Targets,
  urlEncoded,
} from './malformed-requests';
import { getRequest } from './raw-request';

/** The parameters of lists, with filters of participants, phones and countries. */
const LIST_NAMES = [
  ...['page', 'size', 'sort', 'cols', 'q', 'open', 'view', '_data', '_routes', 'index', 'to'],
  ...['study_number', 'study_number.is', 'assessment_date.from', 'assessment_date.to', 'id.min'],
  ...['phone_number', 'phone_name', 'p_status', 'n_participants.max', 'country_name', 'c_status'],
];

const readHeaders = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: oddHeaders },
  fc.constantFrom<Record<string, string>>(
    { Range: 'bytes=0-1e9' },
    { Range: `bytes=${'0-1,'.repeat(2_000)}` },
    { 'If-None-Match': '"x"'.repeat(2_000) },
    { 'If-Modified-Since': 'never' },
    { Accept: '*/*;q=x, ,' },
    { 'Accept-Language': '-'.repeat(4_000) },
    { 'Save-Data': 'on', 'User-Agent': '(('.repeat(3_000) },
    { Connection: 'Upgrade', Upgrade: 'websocket' },
  ),
);

/** The maximum length of a query, in characters. The server refuses longer request lines and headers unread. */
const MAX_QUERY = 12_000;

/** Generates GET requests to these paths with odd ids, queries and headers. */
export function malformedReads({ paths, senders }: Pick<Targets, 'paths' | 'senders'>) {
  return fc
    .tuple(
      generatePaths(paths),
      fc.constantFrom(...senders),
      fc.option(urlEncoded(LIST_NAMES)),
      readHeaders,
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(1) },
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
    )
    .map(([path, sender, query, odd, share]): MalformedRequest => {
      const more = query?.content.toString('latin1').slice(0, MAX_QUERY);
      const target = more === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${more}`;
      const bytes = getRequest(target, { ...sender, ...odd });
      return {
        bytes,
        abortAfter: share < 1 ? Math.floor(share * bytes.length) : undefined,
        // The connection would stay open for an announced body or another protocol.
        halfClose: ['Content-Length', 'Transfer-Encoding', 'Upgrade'].some((name) => name in odd),
        echoed: query?.echoed ?? 0,
        isRead: true,
      };
    });
}
