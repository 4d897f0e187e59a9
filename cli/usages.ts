/** An option of a command. `type`, `multiple` and `default` are those of Node's `parseArgs`. */
interface OptionUsage {
  type: 'string' | 'boolean';
  multiple?: boolean;
  default?: string | boolean;
  /** The word for the value in the synopsis and in the help. */
  value?: string;
  meaning: string;
}

/** The way to call a command. `--help` prints it, and `npm run docs` writes it to docs/commands.md. */
export interface Usage {
  /** The purpose of the command, as the rest of a sentence that begins with its name. */
  purpose: string;
  /** The arguments and options, as they follow the name of the command. */
  synopsis?: string;
  /** The meanings of the arguments, by their words in the synopsis. */
  operands?: Readonly<Record<string, string>>;
  options: Readonly<Record<string, OptionUsage>>;
  /** The databases with which a panel may use the same data while the command runs. */
  besidePanel: 'all' | 'PostgreSQL' | 'none';
  /** The section in docs/ that describes more. */
  page?: string;
}

/** The option with which an operator says that there are no checkpoints. */
export const WITHOUT_CHECKPOINTS = 'without-checkpoints';

const verifyOptions = {
  acknowledge: {
    type: 'string',
    value: 'TEXT',
    meaning:
      'first adds a signed checkpoint that accepts the present state for the reason that the text gives, for example after a restore. On SQLite, stop the panel first',
  },
  [WITHOUT_CHECKPOINTS]: {
    type: 'boolean',
    default: false,
    meaning: 'does not fail because there are no checkpoints',
  },
} as const;

const as = { type: 'string', value: 'USERNAME' } as const;
const inAuditLog = 'the username for the audit log';

/** The commands in cli/, in the order in which they are listed. */
export const usages = {
  start: { purpose: 'starts the panel for production', options: {}, besidePanel: 'PostgreSQL' },
  host: {
    purpose: 'starts the API host alone, over HTTP, for a panel elsewhere',
    options: {},
    besidePanel: 'PostgreSQL',
    page: 'settings.md#the-api-host-alone',
  },
  import: {
    purpose: 'imports records from a CSV or JSON file into the embedded host',
    synopsis:
      'LIST FILE [--map MAP.json] [--suspicious CHOICE] … [--dry-run | --yes --as USERNAME]',
    operands: {
      LIST: "the list, named as its screen's path: participants, follow-ups, phones …",
      FILE: "a CSV or JSON file; its columns are named by field or by the list's titles",
    },
    options: {
      map: {
        ...{ type: 'string', value: 'MAP.json' },
        meaning:
          "a JSON file: an object with the file's columns as keys. The value is the name or title of a field, or null to leave out the column",
      },
      suspicious: {
        ...{ type: 'string', multiple: true, value: 'CHOICE' },
        meaning:
          'what happens to suspicious values: those like NA, NULL, 1.0 or 1E+05, and those that differ from an earlier value of their column only by case, spaces or marks. COLUMN=empty reads those of a column as empty, COLUMN=keep keeps them; without a column, the choice is for all others. Without a choice, they stop the import. May be given several times',
      },
      'dry-run': {
        ...{ type: 'boolean', default: false },
        meaning: 'only says what the command would do. Without --yes, the command does the same',
      },
      yes: { type: 'boolean', default: false, meaning: 'imports, all or nothing' },
      as: {
        ...as,
        meaning: 'the username of the administrator who imports; the audit log names this user',
      },
    },
    besidePanel: 'none',
    page: 'import.md#by-the-command',
  },
  backup: {
    purpose: 'copies the database as of one moment, and the uploaded files',
    synopsis: 'FOLDER [--with-key]',
    operands: { FOLDER: 'a new or empty folder for the backup' },
    options: {
      'with-key': {
        ...{ type: 'boolean', default: false },
        meaning: 'also copies the file of the panel key: store such a backup safely',
      },
    },
    besidePanel: 'all',
    page: 'operations.md#backup',
  },
  restore: {
    purpose: 'checks a backup, restores it into an empty data folder, and opens it there',
    synopsis: 'BACKUP FOLDER [--lost-key]',
    operands: { BACKUP: 'the folder of the backup', FOLDER: 'a new or empty data folder' },
    options: {
      'lost-key': {
        ...{ type: 'boolean', default: false },
        meaning:
          'restores without the panel key of the backup, if it is lost. What it encrypted cannot be read any more',
      },
    },
    besidePanel: 'all',
    page: 'operations.md#restore',
  },
  'db:copy': {
    purpose:
      'moves the database of a data folder to PostgreSQL, or back; uploaded files stay where they are',
    synopsis: '--from PLACE --to PLACE',
    options: {
      from: {
        ...{ type: 'string', value: 'PLACE' },
        meaning:
          'a data folder, or the word DATABASE_URL as it is: the address is read from that setting, because other users of the machine could see its password in a command line',
      },
      to: { type: 'string', value: 'PLACE', meaning: 'the same, without an installation' },
    },
    besidePanel: 'none',
    page: 'operations.md#backup',
  },
  'audit:verify': {
    purpose: "verifies that the embedded host's audit log has not been altered",
    synopsis: '[--acknowledge TEXT] [--without-checkpoints]',
    options: verifyOptions,
    besidePanel: 'all',
    page: 'operations.md#keys',
  },
  'history:verify': {
    purpose: 'verifies that the history of records has not been altered',
    synopsis: '[--acknowledge TEXT] [--without-checkpoints]',
    options: verifyOptions,
    besidePanel: 'all',
    page: 'operations.md#keys',
  },
  'history:erase': {
    purpose:
      'prints how many changes the history of a record has; with the options, erases their identifying values',
    synopsis: 'ENTITY ID [--changes N --as USERNAME]',
    operands: {
      ENTITY: 'the kind of record, such as phone or sms-phone',
      ID: 'the id of the record, as in the address of its page',
    },
    options: {
      changes: {
        ...{ type: 'string', value: 'N' },
        meaning: 'the number of changes that the command prints without options',
      },
      as: { ...as, meaning: inAuditLog },
    },
    besidePanel: 'PostgreSQL',
    page: 'operations.md#erasing-the-history-of-a-record',
  },
  'participant:erase': {
    purpose:
      'prints how many records an erasure deletes; with the options, erases the participant everywhere the panel reaches, and prints the certificate',
    synopsis: 'ID [--records N --as USERNAME --reason TEXT]',
    operands: { ID: "the id of the participant's record, or the one in the address of its page" },
    options: {
      records: {
        ...{ type: 'string', value: 'N' },
        meaning:
          'the number of records that the command prints without options, all kinds together',
      },
      as: { ...as, meaning: inAuditLog },
      reason: {
        ...{ type: 'string', default: '', value: 'TEXT' },
        meaning: 'the reason, which must not name the participant',
      },
    },
    besidePanel: 'PostgreSQL',
    page: 'operations.md#erasing-a-participant',
  },
  'participant:report': {
    purpose: 'writes all that is stored about a participant to a new file',
    synopsis: 'STUDY_NUMBER FILE --as USERNAME --reason TEXT',
    operands: {
      STUDY_NUMBER: "the participant's study number",
      FILE: 'the file, which must not exist yet: an HTML page that only you can read',
    },
    options: {
      as: { ...as, default: '', meaning: `${inAuditLog} and the access log` },
      reason: {
        ...{ type: 'string', default: '', value: 'TEXT' },
        meaning: 'the reason, which must not name the participant',
      },
    },
    besidePanel: 'PostgreSQL',
    page: 'operations.md#giving-a-participant-their-data',
  },
  'participant:withdraw': {
    purpose:
      'withdraws a participant, whose data stay but are left out of lists, figures and exports',
    synopsis: 'STUDY_NUMBER --as USERNAME [--reason TEXT] [--take-back]',
    operands: { STUDY_NUMBER: "the participant's study number" },
    options: {
      as: { ...as, meaning: inAuditLog },
      reason: {
        ...{ type: 'string', default: '', value: 'TEXT' },
        meaning: 'the reason, which must not name the participant',
      },
      'take-back': { type: 'boolean', default: false, meaning: 'reverses the withdrawal' },
    },
    besidePanel: 'PostgreSQL',
    page: 'operations.md#withdrawing-a-participant',
  },
  'bin:purge': {
    purpose:
      'deletes records in the bin for good: those that were deleted at least `BIN_DAYS` days ago',
    synopsis: '[--all | --older-than-days N]',
    options: {
      all: { type: 'boolean', default: false, meaning: 'deletes all records in the bin' },
      'older-than-days': {
        ...{ type: 'string', value: 'N' },
        meaning: 'deletes those that were deleted at least so many days ago',
      },
    },
    besidePanel: 'PostgreSQL',
    page: 'operations.md#deleted-records',
  },
  'pictures:clean': {
    purpose: 'removes place, device and time from the pictures that the embedded host has stored',
    options: {},
    besidePanel: 'PostgreSQL',
    page: 'operations.md#pictures',
  },
  'second-factor:remove': {
    purpose: 'removes the second factor of a user who has lost their phone',
    synopsis: 'USERNAME',
    operands: { USERNAME: 'the name with which the user signs in' },
    options: {},
    besidePanel: 'PostgreSQL',
    page: 'operations.md#second-factor',
  },
  'export:trace': {
    purpose: 'prints which export a file comes from',
    synopsis: 'FILE',
    operands: { FILE: 'an exported file, or one that was made from it' },
    options: {},
    besidePanel: 'all',
    page: 'exports.md#which-export-is-this',
  },
  'key:rotate': {
    purpose:
      'creates a new panel key; the earlier key stays in the file and still decrypts and verifies',
    synopsis: '[--lost]',
    options: {
      lost: {
        ...{ type: 'boolean', default: false },
        meaning: 'gives the database a new key if its key is lost',
      },
    },
    besidePanel: 'none',
    page: 'operations.md#keys',
  },
  'check-host': {
    purpose: 'reports what an API host offers: requests every list of the host and changes nothing',
    synopsis: '[URL]',
    operands: { URL: 'the address of the API host; without it, that of `API_HOST_URL`' },
    options: {},
    besidePanel: 'all',
    page: 'api-hosts.md#check-the-host-first',
  },
} as const satisfies Record<string, Usage>;

export type CommandName = keyof typeof usages;

export const commandNames = Object.keys(usages) as CommandName[];
