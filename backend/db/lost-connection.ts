import {
  type CompiledQuery,
  type DatabaseConnection,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';

/** What a caller is told instead when the server has gone away. */
export type OnLost = (error: Error) => unknown;

/** Of the network, of a server that stops or starts (57P), of a connection that broke (08), of too many (53300). */
const LOST_CODES = /^(E[A-Z_]+|57P0\d|08\w{3}|53300)$/;
/** What pg says without a code. */
const LOST_WORDS = /^(Connection terminated|timeout exceeded when trying to connect|Client has )/;

/** The work's result; when the connection is lost, whatever `onLost` makes of the error is thrown. */
export async function orLost<T>(onLost: OnLost, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error && isLost(error) ? onLost(error) : error;
  }
}

function isLost(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return LOST_CODES.test(code) || LOST_WORDS.test(error.message);
}

/** Kysely's driver, which tells lost connections by one kind of error. */
export class WatchedDriver extends PostgresDriver {
  readonly #onLost: OnLost;
  readonly #watched = new WeakSet<DatabaseConnection>();

  constructor(config: PostgresDialectConfig, onLost: OnLost) {
    super(config);
    this.#onLost = onLost;
  }

  override async acquireConnection() {
    const connection = await orLost(this.#onLost, () => super.acquireConnection());
    if (!this.#watched.has(connection)) {
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = <R>(query: CompiledQuery) =>
        orLost(this.#onLost, () => execute<R>(query));
      this.#watched.add(connection);
    }
    return connection;
  }
}
