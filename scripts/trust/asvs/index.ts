import { asvsLevels } from '../asvs-levels';
import type { Anchor } from '../build-page';
import { encoding } from './v01-encoding';
import { validation } from './v02-validation';
import { frontend } from './v03-frontend';
import { api } from './v04-api';
import { files } from './v05-files';
import { authentication } from './v06-authentication';
import { sessions } from './v07-sessions';
import { authorization } from './v08-authorization';
import { tokens } from './v09-tokens';
import { oauth } from './v10-oauth';
import { cryptography } from './v11-cryptography';
import { communication } from './v12-communication';
import { configuration } from './v13-configuration';
import { dataProtection } from './v14-data-protection';
import { architecture } from './v15-architecture';
import { logging } from './v16-logging';
import { webrtc } from './v17-webrtc';

/** All requirements of levels 1 and 2 of the ASVS, by chapter. */
export const asvs: Anchor = {
  title: 'OWASP ASVS 5.0, levels 1 and 2',
  about:
    'The OWASP Application Security Verification Standard 5.0.0 has 345 requirements: 70 of level 1, 183 of level 2, and\n92 of level 3, which are not listed here. “L1” and “L2” are the levels.',
  levels: asvsLevels,
  groups: [
    encoding,
    validation,
    frontend,
    api,
    files,
    authentication,
    sessions,
    authorization,
    tokens,
    oauth,
    cryptography,
    communication,
    configuration,
    dataProtection,
    architecture,
    logging,
    webrtc,
  ],
};
