/** Returns the value to throw instead of the error of a lost connection. */
export type OnLost = (error: Error) => unknown;

/**
 * The error codes of a lost connection: those of the network (E…), of a server that is stopping or starting
 * (57P), of connection exceptions (08), of too many connections (53300), of a statement that took too long
 * (57014), and of a transaction that was idle for too long (25P03).
 */
const LOST_CODES = /^(E[A-Z_]+|57P0\d|57014|08\w{3}|53300|25P03)$/;
/** The beginnings of pg's messages about a lost connection that have no code. */
const LOST_WORDS = /^(Connection terminated|timeout exceeded when trying to connect|Client has )/;

/**
 * Returns the result of the work. When the connection is lost, throws the value that `onLost` returns for the
 * error.
 */
export async function replaceLostError<T>(onLost: OnLost, work: () => Promise<T>): Promise<T> {
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
