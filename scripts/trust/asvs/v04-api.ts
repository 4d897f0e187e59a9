import { allNotApplicable, met } from '../declare';
import type { Group } from '../requirement';

const REVIEWED = '2026-11-26';

export const api: Group = {
  title: '4 API and web service',
  requirements: {
    '4.1.1': met(
      'Responses with a body state its type and character set.',
      'Pages are UTF-8 HTML, data is JSON, and files have the type of their content.',
      {
        tests: [
          'tests/unit/response-headers.test.ts › a page states its type and character set, and is never stored',
          'tests/routes/assets.test.ts › are sent as the build has compressed them, or uncompressed, and may be cached for a year',
        ],
      },
    ),
    '4.1.2': met(
      'Services do not redirect from http to https unnoticed.',
      'The panel and the API host redirect nobody; the proxy redirects pages.',
      {
        tests: ['tests/contract/refusals.test.ts › is not followed for any call: %i'],
        sections: ['docs/operations.md#the-proxy'],
        reviewed: REVIEWED,
      },
    ),
    '4.1.3': met(
      'Users cannot set the headers that a proxy sets.',
      'The client’s address is taken from X-Forwarded-For only if TRUST_PROXY names the proxy.',
      {
        tests: [
          'tests/unit/client-address.test.ts › reads the client address %s as %s',
          'tests/routes/throttles.test.ts › ASVS 15.3.4: does not trust the addresses that a client itself puts into X-Forwarded-For',
          'tests/operations/health.test.ts › does not accept a request id from a client that is not its proxy',
        ],
        mutation: {
          file: 'app/lib/session/client-address.server.ts',
          before: "return isAddress ? ip.replace(/%.*/, '') : 'unknown';",
          after: "return ip.replace(/%.*/, '');",
        },
      },
    ),
    '4.2.1': met(
      'The ends of requests are found in one way, so that none can be smuggled.',
      'Node’s strict parser refuses messages with two lengths or with invalid chunks.',
      {
        tests: [
          'tests/operations/limits.test.ts › a malformed request (%s) is answered with a short status 400, and the connection ends',
          'tests/operations/limits.test.ts › a chunk with an invalid length, after the header: the connection ends',
        ],
      },
    ),
    ...allNotApplicable('There is no GraphQL.', {
      '4.3.1': 'Costly GraphQL queries are limited.',
      '4.3.2': 'GraphQL does not describe itself to strangers.',
    }),
    ...allNotApplicable('There are no WebSockets in production.', {
      '4.4.1': 'WebSockets use TLS.',
      '4.4.2': 'The origin of a WebSocket is checked.',
      '4.4.3': 'WebSockets have session tokens of their own if they need them.',
      '4.4.4': 'Such tokens are given out by the session over https.',
    }),
  },
};
