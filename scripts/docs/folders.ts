/** Folders that are described together on docs/folders.md. */
export interface FolderGroup {
  title?: string;
  /** The folder whose folders must all be described in this group. */
  parent?: string;
  /** The contents of each folder, by its path. */
  folders: Readonly<Record<string, string>>;
}

/** The folders, except those of the capabilities, which their own READMEs describe. */
export const folderGroups: readonly FolderGroup[] = [
  {
    folders: {
      'app/': 'the panel: pages, and the code behind them',
      'backend/':
        'the embedded API host: Hono on Kysely, with SQLite or PostgreSQL; also run alone by `npm run host`',
      'shared/': 'code of the panel and the embedded host; imports nothing else of the project',
      'server/':
        'the HTTP server of `npm start`: Express, order of requests, limits, headers, request ids, metrics, stopping',
      'cli/': 'the commands that run from the build ([commands.md](commands.md))',
      'scripts/': 'the other commands: demo, dev, test, bench, icons; installing and building',
      'scripts/docs/': 'what `npm run docs` makes pages of',
      'bench/': 'benchmarks: each prints a table ([performance.md](performance.md))',
      'tests/':
        'unit, components, loaders, integration, contract, routes, operations, postgres, e2e; the folder types is only compiled, and the folders support and fixtures hold what several tests use',
      'docs/': 'the handbooks',
      'docs/decisions/': 'the decisions, with their alternatives',
      'docs/spec/':
        "the study's specification: the facts that comments cite; tests read its page [screens.md](spec/screens.md)",
      'deploy/': 'the systemd unit; the image is `Dockerfile` and `compose.yaml`',
      'public/': 'files that are served as they are',
      '.ci/': 'what runs for each pull request',
    },
  },
  {
    title: 'The panel',
    parent: 'app/',
    folders: {
      'app/routes/':
        'one file per screen, in folders for the groups of the menu, with its loader, its action and its component',
      'app/components/':
        'what the pages of several capabilities show: the shell, lists, forms, chats; calls neither the host nor a database',
      'app/assets/': 'icons and other files of the pages',
      'app/styles/': 'style sheets',
      'app/lifecycle/':
        'start, readiness and stop of the panel; the background tasks of the capabilities are one list there',
      'app/lib/': 'the capabilities, and the core that they share',
    },
  },
  {
    title: 'The core of the panel',
    parent: 'app/lib/core/',
    folders: {
      'app/lib/core/access/': 'the log of who saw which records: recording and reading it',
      'app/lib/core/addresses/': 'opaque ids in addresses; the page to return to',
      'app/lib/core/auth/': 'signing in, accounts and passwords',
      'app/lib/core/client/': 'what runs in the browser only: polyfills, busy answers',
      'app/lib/core/confirm/': 'asking before something is done, and doing it once confirmed',
      'app/lib/core/digests/': 'by which erasures find the encrypted items that mention a person',
      'app/lib/core/entities/':
        'what a screen adds to the declaration of an entity: links, order, messages; imports nothing of the server',
      'app/lib/core/form/': 'parsing any form: values, errors, replies, idempotency, locks',
      'app/lib/core/history/':
        'what pages show of the history of records, and the history of changes outside the database',
      'app/lib/core/host/':
        'the only way to the API host: one interface, an embedded and a remote implementation; audit entries, error messages',
      'app/lib/core/jobs/': 'work in the background: one table, one runner, one end at a stop',
      'app/lib/core/list/': "a list's state in the address, filters, pages, export",
      'app/lib/core/masking/': 'what pages hide of phone numbers and dates of birth',
      'app/lib/core/messenger/':
        "the messenger's documents, in Firestore or the study's database, and the list of conversations",
      'app/lib/core/notifications/': 'types and topics of notifications, and sending them',
      'app/lib/core/proof/':
        'checking a proof of identity: passwords, codes, recovery codes, passkeys',
      'app/lib/core/records/': "loading, saving and deleting an entity's record; conflicts",
      'app/lib/core/reveals/': 'counts and permits reveals of single values',
      'app/lib/core/rows/': 'filtering and sorting rows in memory',
      'app/lib/core/server/': "settings, log, metrics, keys, the study's database",
      'app/lib/core/session/': 'who is signed in: sessions, guards, permissions, saved drafts',
      'app/lib/core/sheets/': 'writing Excel files and archives',
      'app/lib/core/suppression/': 'hiding small numbers in exported summaries and weekly mails',
      'app/lib/core/undo/': 'undoing a change; changes whose outcome is not known',
      'app/lib/core/uploads/': 'checking, cleaning, sending and serving uploaded files',
    },
  },
  {
    title: 'The embedded host',
    parent: 'backend/',
    folders: {
      'backend/accounts/': 'passwords and the first administrator',
      'backend/audit/': 'the audit log: its chains and its keys',
      'backend/bin/': 'deleted records, and deleting them for good',
      'backend/db/': "the tables of the study's database, their migrations, and its opening",
      'backend/demo-study/': 'the synthetic study data and its users',
      'backend/derived/': 'the derived fields in SQL, and the triggers that maintain their values',
      'backend/endpoints/': 'what the endpoints do',
      'backend/entities/': 'what an entity adds for the host: computed SQL, checks, indexes',
      'backend/erasure/': "finding and erasing a person's records",
      'backend/history/':
        "the history of records: a chain of changes, whose identifying values are encrypted with the record's key",
      'backend/import/': 'reading, checking and applying files',
      'backend/lists/': 'lists, summaries and values of filters in SQL',
      'backend/routes/': 'the paths of the endpoints',
      'backend/wire/': 'what requests and answers look like',
    },
  },
  {
    title: 'Shared code',
    parent: 'shared/',
    folders: {
      'shared/chain/':
        'the hash chains of the audit log and of the history: linking, signing and verifying; only for the server',
      'shared/checkpoints/':
        'signed checkpoints of the audit log and of the history, in a file outside the databases; only for the server',
      'shared/db/':
        'databases on SQLite and PostgreSQL: opening, migrating, dialects; only for the server',
      'shared/demo/': 'names, dates and numbers of synthetic data',
      'shared/derived/':
        'the fields that are computed from other records, such as the state of the next follow-up',
      'shared/entities/':
        'one declaration per entity: fields, codes, limits, messages; the panel and the embedded host derive from it',
      'shared/erasure/': 'which fields name a person, and the file of erased participants',
      'shared/files/': 'the kinds of uploaded files, and cleaning pictures',
      'shared/form-reader/': 'reading posted forms within limits',
      'shared/import/': 'the choices for suspicious values',
      'shared/keys/': 'the panel key and the keys that are derived from it; only for the server',
      'shared/list/': 'the grammar of lists, comparing texts, CSV',
      'shared/record-values/': "a record's values as its form and its history hold them",
      'shared/rich-text/': 'formatted text, and what it may contain',
      'shared/settings/': 'the declarations of the settings ([settings.md](settings.md))',
      'shared/values/': 'normalising values, and finding coded ones',
    },
  },
];
