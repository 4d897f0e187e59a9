import { met, notApplicable, notMet } from '../declare';
import type { Group } from '../requirement';

export const communication: Group = {
  title: '12 Secure communication',
  requirements: {
    '12.1.1': notMet(
      'Only recent versions of TLS are enabled.',
      'TLS ends at the proxy of the installation, for which the handbook prescribes no versions.',
    ),
    '12.1.2': notMet(
      'Only recommended cipher suites are enabled.',
      'As 12.1.1: this is left to the proxy.',
    ),
    '12.1.3': notApplicable(
      'Certificates of clients are checked before they are used.',
      'Nobody signs in with a certificate.',
    ),
    '12.2.1': notMet(
      'All connections from outside use TLS.',
      'The panel sends HSTS and a Secure cookie when PUBLIC_URL is https, but does not refuse an http address.',
    ),
    '12.2.2': notMet(
      'Certificates are publicly trusted.',
      'This is left to the proxy of the installation.',
    ),
    '12.3.1': notMet(
      'All connections of the panel are encrypted.',
      'API_HOST_URL, DATABASE_URL and SMTP_URL may name unencrypted connections, and metrics have none.',
    ),
    '12.3.2': met(
      'The panel checks the certificates of the servers that it calls.',
      'Node’s default; no code turns it off.',
      {
        tests: [
          'tests/unit/dangerous-functions.test.ts › no connection accepts an invalid certificate',
        ],
      },
    ),
    '12.3.3': notMet(
      'Connections between own services are encrypted.',
      'Between the proxy and the panel, and between the panel and its API host, http is possible.',
    ),
    '12.3.4': notMet(
      'Own services trust only chosen certificates.',
      'Certificates are checked against the system’s authorities; the handbook does not describe own ones.',
    ),
  },
};
