import { met, notMet } from '../declare';
import type { Group } from '../requirement';

const REVIEWED = '2026-11-26';

export const files: Group = {
  title: '5 Files',
  requirements: {
    '5.1.1': met(
      'Documentation says which files may be uploaded, how large they may be, and how they are made safe.',
      'One section for uploads and imports.',
      { sections: ['docs/security.md#files'], reviewed: REVIEWED },
    ),
    '5.2.1': met(
      'Files are accepted only up to a size that can be processed.',
      'UPLOAD_MAX_BYTES for uploads, and 10 MB for imports.',
      {
        tests: [
          'tests/integration/backend/files.test.ts › refuses files that are missing, empty, malformed or too large, or not an image where one is needed',
          'tests/contract/uploads.test.ts › is cut off when it is many times too large, and the panel goes on',
        ],
        mutation: {
          file: 'backend/endpoints/uploads.ts',
          before: "if (file === 'too long') return answerRefusedUpload(describeTooLarge(max));",
          after: '',
        },
      },
    ),
    '5.2.2': met(
      'The content of a file is compared with its name.',
      'The first bytes decide whether it is an image; a name that browsers could run gets the ending of the content.',
      {
        tests: [
          'tests/unit/uploads/check-file.test.ts › cannot be %s, whatever its name is',
          'tests/unit/uploads/check-file.test.ts › may be of any type, and never keeps a name that a browser would run',
        ],
        mutation: {
          file: 'app/lib/uploads/check-file.server.ts',
          before: "if (accepts === 'image' && !isImageType(kind.type)) {",
          after: "if (accepts === 'image' && !name) {",
        },
      },
    ),
    '5.2.3': met(
      'Archives are checked before they are unpacked.',
      'No archive is unpacked: imports are CSV and JSON, and identifying a file costs little.',
      {
        tests: [
          'tests/unit/files/identify-file.test.ts › takes at most twice the processor time of adding up 25 MB, for %s',
        ],
      },
    ),
    '5.3.1': met(
      'Uploaded files are never run by the server.',
      'They are stored as data under random names, and the server sends their bytes.',
      {
        tests: [
          'tests/integration/backend/files.test.ts › stores a file under a random name, with the type of its content and not of its name',
        ],
      },
    ),
    '5.3.2': met(
      'Names from outside are not used as paths of files.',
      'Names on the disk are random, and only such names are read.',
      {
        tests: [
          'tests/integration/backend/files.test.ts › stores a file under a random name, with the type of its content and not of its name',
          'tests/integration/backend/files.test.ts › cannot be read under any other name',
          'tests/routes/never.test.ts › ASVS 5.3.2: %j in a path reads no file and no other record',
        ],
        mutation: {
          file: 'backend/endpoints/uploads.ts',
          before: "randomBytes(16).toString('hex')",
          after: 'file.name',
        },
      },
    ),
    '5.4.1': met(
      'A download has a name that the server has chosen or checked.',
      'Uploads and exports state their name in Content-Disposition.',
      {
        tests: [
          'tests/integration/backend/files.test.ts › is shown when it is an image and downloaded otherwise, and cannot run scripts',
          'tests/contract/phones.test.ts › are exported to a file whose name identifies nobody',
        ],
      },
    ),
    '5.4.2': met(
      'Names of files are encoded in headers and mails.',
      'Content-Disposition has the encoded form of RFC 6266.',
      {
        tests: [
          'tests/integration/backend/files.test.ts › is shown when it is an image and downloaded otherwise, and cannot run scripts',
        ],
      },
    ),
    '5.4.3': notMet(
      'Files from outside are scanned for malware.',
      'The panel has no scanner. Install one on the folder of uploads.',
    ),
  },
};
