import { openStudyDatabase } from '../../backend/db/open-study';
import { type OpenHost, type OpenHostOptions, openHost } from '../../backend/start';

export type HostOn = Omit<OpenHostOptions, 'database'> & { databaseUrl?: string };

/** Opens a host with a study's database of its own. Closing the host closes the database. */
export async function openHostOn({ databaseUrl, ...options }: HostOn): Promise<OpenHost> {
  const database = await openStudyDatabase({ dataDir: options.dataDir, databaseUrl });
  try {
    const opened = await openHost({ ...options, database });
    return {
      ...opened,
      async close() {
        await opened.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
