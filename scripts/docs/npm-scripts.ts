/** A script of package.json that is no command of cli/. */
export interface NpmScript {
  name: string;
  /** The arguments that can follow the name. */
  synopsis?: string;
  purpose: string;
}

/** The scripts of package.json that are no commands of cli/, in the groups of docs/commands.md. */
export const scriptGroups: readonly { title: string; scripts: readonly NpmScript[] }[] = [
  {
    title: 'Try and develop',
    scripts: [
      {
        ...{ name: 'demo', synopsis: '[--reset]' },
        purpose:
          'installs and builds what is missing, and starts the panel with synthetic study data, for this machine only. Everything is in `data-demo/`, mails included, and the key in `data-demo-keys/`; `--reset` deletes both first. Settings that name other places, servers or keys are ignored; `PORT` and `LOG_LEVEL` apply',
      },
      {
        name: 'dev',
        purpose:
          'starts the panel on http://localhost:3000 with demo data in `data-dev/`, and reloads it when sources change. `API_HOST_URL`, `DATABASE_URL`, `SMTP_URL` and `UPLOAD_URL` are read from the environment only, not from `.env`. Start it again after a change of `vite.config.ts` or `.env`',
      },
      {
        name: 'build',
        purpose:
          'makes the build that `npm start` serves, and `build/sbom.cdx.json`, the list of its packages (CycloneDX)',
      },
      { name: 'typecheck', purpose: 'checks the types' },
      { name: 'lint', purpose: 'checks style and format' },
    ],
  },
  {
    title: 'Test',
    scripts: [
      {
        name: 'test',
        purpose:
          'installs and builds what is missing, and runs types, lint and tests of all kinds: about 30 minutes on 2 cores',
      },
      {
        name: 'test:full',
        purpose:
          'runs all tests of `npm test` and those that it leaves out: every case of the long series, the files `*.full.test.ts`, and on PostgreSQL the suites of `npm run test:postgres`. It takes more than an hour on 2 cores; use it before a release',
      },
      {
        name: 'test:unit',
        purpose:
          'runs the tests that need no build, browser or other process, in less than 30 seconds',
      },
      {
        name: 'test:postgres',
        purpose:
          'runs the suites that use the database in different ways on PostgreSQL, with every case; `TEST_DATABASE_URL` may name the server',
      },
      {
        name: 'audit:packages',
        purpose:
          'asks the registry for known vulnerabilities of the packages; exits with 2 if the registry offers no audit',
      },
    ],
  },
  {
    title: 'Write files',
    scripts: [
      {
        name: 'docs',
        purpose:
          'writes this page, [settings.md](settings.md), [folders.md](folders.md) and `.env.example` from the code; run it after a change of settings, commands, scripts or folders',
      },
      {
        name: 'licences',
        purpose:
          'writes [licences.md](licences.md) from `package-lock.json`; run it after a change of the packages',
      },
      {
        name: 'icons',
        purpose:
          'writes `app/assets/icons.svg` with the icons that `scripts/icons.js` names; run it after adding a name',
      },
    ],
  },
  {
    title: 'Measure',
    scripts: [
      {
        name: 'bench',
        purpose:
          'measures lists, summaries and exports over many rows ([performance.md](performance.md))',
      },
      {
        ...{ name: 'bench:compare', synopsis: '../before' },
        purpose:
          'compares the work of pages, a save and an export with another built checkout ([performance.md](performance.md))',
      },
      {
        name: 'bench:device',
        purpose:
          'measures how long a weak device on a slow link waits ([performance.md](performance.md))',
      },
    ],
  },
];
