import { met, notMet } from '../declare';
import type { Group } from '../requirement';

const REVIEWED = '2026-11-26';

export const configuration: Group = {
  title: '13 Configuration',
  requirements: {
    '13.1.1': met(
      'Documentation lists all connections of the panel.',
      'A table of connections, with the settings that name them.',
      { sections: ['docs/security.md#connections'], reviewed: REVIEWED },
    ),
    '13.2.1': notMet(
      'Parts of the system prove who they are by short-lived or individual means.',
      'The API host and the database ask for a token and a password, which do not change by themselves.',
    ),
    '13.2.2': notMet(
      'Parts of the system have the least rights that they need.',
      'The service is restricted by systemd or runs in a container without root, but the user of the database owns it, because the panel migrates it.',
    ),
    '13.2.3': met(
      'No part uses a default password or token.',
      'The API host makes a random token. Without it, only files can be read, whose names are random too.',
      {
        tests: [
          'tests/integration/backend/start.test.ts › is needed for every path of the host but files',
          'tests/operations/main.test.ts › answers only requests with the token that it has made, and stops on SIGTERM',
        ],
        mutation: {
          file: 'backend/routes/app.ts',
          before: 'app.use(except(isFileRequest, requireToken(options.accessToken, noteToken)));',
          after: "app.use('/user/*', requireToken(options.accessToken, noteToken));",
        },
      },
    ),
    '13.2.4': met(
      'A list says with which systems the panel may communicate.',
      'It connects to the addresses of its settings only, and follows no redirects.',
      {
        tests: [
          'tests/contract/refusals.test.ts › is not followed for any call: %i',
          'tests/contract/upload-token.test.ts › is in that header only, which no other call has',
        ],
      },
    ),
    '13.2.5': met(
      'A list says from where the web server loads and sends files.',
      'It sends the files of the build, and uploads by their random names.',
      {
        tests: [
          'tests/routes/assets.test.ts › are the only ones that are served: %s answers 404',
          'tests/routes/gallery.test.ts › serves no other files',
        ],
      },
    ),
    '13.3.1': notMet(
      'Secrets are managed by a vault.',
      'They are in the environment, or in files with mode 600; `PANEL_KEY_FILE` can name a mounted secret. No secret is in the sources or the build.',
    ),
    '13.3.2': met(
      'Only those who need a secret can read it.',
      'The panel’s user of the operating system alone.',
      {
        tests: [
          'tests/routes/secret.test.ts › ASVS 13.3.2: makes a key beside the data folder once, readable only by its owner, and does not print it',
          'tests/integration/backend/data-folder.test.ts › is created with access for its owner only',
        ],
      },
    ),
    '13.4.1': met(
      'Folders of source control are not deployed or served.',
      'The image has only the build, and the web server only the build’s files.',
      {
        tests: ['tests/routes/assets.test.ts › are the only ones that are served: %s answers 404'],
      },
    ),
    '13.4.2': met(
      'Debugging is off in production.',
      'Commands set NODE_ENV to production, and errors show no stack traces.',
      {
        tests: [
          'tests/routes/guards.test.ts › to an address that cannot be decoded gets a sentence and no stack trace',
          'tests/routes/start.test.ts › prints one sentence for each error of the configuration, and nothing else',
        ],
      },
    ),
    '13.4.3': met('Folders are not listed.', 'Unknown paths of files answer 404.', {
      tests: ['tests/routes/assets.test.ts › are the only ones that are served: %s answers 404'],
    }),
    '13.4.4': met(
      'The method TRACE is refused.',
      'Other methods than GET, HEAD and POST are refused with status 405.',
      {
        tests: [
          'tests/routes/headers.test.ts › ASVS 13.4.4: refuses the method TRACE, and sends nothing of the request back',
        ],
      },
    ),
    '13.4.5': met(
      'Monitoring and documentation are not open by accident.',
      'Metrics have their own port, and none unless it is set.',
      {
        tests: [
          'tests/operations/health.test.ts › serves the metrics on that port only, and nothing else there',
          'tests/operations/health.test.ts › is counted nowhere unless a port for metrics is set',
        ],
      },
    ),
  },
};
