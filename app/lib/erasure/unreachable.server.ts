import { getApiHost } from '../core/host/host.server';
import { config } from '../core/server/config.server';

const everywhere = [
  'Backups that were made before the erasure. When one of them is restored, the panel erases the participant again if it has the list of erased participants, which is beside the checkpoints of the audit log.',
  'Files that were exported or printed before, and mails.',
  'Earlier entries of the audit log and of the error log, which their chain forbids to change. They name a record by its id; whoever has the panel key can turn the encrypted id of a phone into its number.',
  'The history says that records were changed, without the identifying values and without the ids of the records. Answers that identify nobody stay in it.',
  'Texts about the participant in records of other people, such as messages between other phones.',
  'The phones of the participant and of the staff, with what the apps keep there.',
  'Deleted blocks of the disk outside the databases, such as those of uploaded files.',
];
const ACCESSES =
  'The access log says that somebody saw the participant’s record number, which belongs to nobody any more.';
const REMOTE_ACCESSES =
  'The access log says who saw the record of the participant. Its number stays theirs while the API host has the record.';
const SERVER =
  'The files of the PostgreSQL server: deleted rows stay there until the server vacuums its tables, and in its write-ahead log until that is removed.';
const REMOTE =
  'The API host: its usage records, its links between phones, its uploaded files, its own logs and its backups. While it has the participant, the panel shows them again. If the participant had withdrawn, the panel keeps the record’s number and the day, so that lists still leave them out.';
const FIREBASE = 'Copies of the messenger’s documents that Google keeps for a limited time.';

/** Returns sentences about what no erasure of this panel reaches. */
export function listUnreachable(): string[] {
  return [
    ...everywhere,
    ...(config.DATABASE_URL ? [SERVER] : []),
    ...(getApiHost().isEmbedded ? [ACCESSES] : [REMOTE_ACCESSES, REMOTE]),
    ...(config.FIREBASE_PROJECT_ID ? [FIREBASE] : []),
  ];
}
