import { readdirSync, statSync } from 'node:fs';

/** The folder whose folders are the capabilities, except `core`. */
export const CAPABILITIES = 'app/lib';

/** Files that list entries of capabilities. Deleting a capability deletes its entries. */
export const registries: readonly string[] = ['app/lifecycle/background-tasks.server.ts'];

/** An import of a capability by the core, the components, a command or another capability. */
interface Exception {
  /** A folder or a file. */
  importer: string;
  capability: string;
  reason: string;
}

/** The only imports of capabilities that are neither in their own folder, nor in a route, a command or a registry. */
export const exceptions: readonly Exception[] = [
  {
    importer: 'app/lib/audit-log',
    capability: 'erasure',
    reason:
      'The audit log says "an erased participant" in place of an id that nobody has any more.',
  },
  {
    importer: 'app/components/shell',
    capability: 'search',
    reason: 'The frame of every page contains the search.',
  },
  {
    importer: 'app/components/data-list/data-list.tsx',
    capability: 'summary',
    reason: 'The page of a list shows the summary in place of the rows.',
  },
  {
    importer: 'app/lib/erasure',
    capability: 'detail',
    reason: 'The report of all data of a person has the sections of the page of a record.',
  },
  {
    importer: 'app/lib/erasure',
    capability: 'overview',
    reason: 'An erasure deletes the stored figures, which count the erased records.',
  },
  {
    importer: 'app/lib/weekly-mail',
    capability: 'overview',
    reason: 'The mail contains figures of the home page.',
  },
  {
    importer: 'app/lib/withdrawal',
    capability: 'erasure',
    reason: 'A reason must not name the person, whom the erasure finds in all lists.',
  },
  {
    importer: 'cli/restore.ts',
    capability: 'erasure',
    reason: 'A restored database must not contain people who were erased after its backup.',
  },
];

export function listCapabilities(): string[] {
  return readdirSync(CAPABILITIES)
    .filter((name) => name !== 'core' && statSync(`${CAPABILITIES}/${name}`).isDirectory())
    .sort();
}

/** Returns the capability that a file belongs to, or undefined. */
export function getCapability(file: string): string | undefined {
  const name = new RegExp(`^${CAPABILITIES}/([^/]+)/`).exec(file)?.[1];
  return name === 'core' ? undefined : name;
}
