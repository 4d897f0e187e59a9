/** Returns what is thrown instead of the error of a lost connection. */
export type OnLost = (error: Error) => unknown;

/**
 * The error codes of the network, of a server that stops or starts (57P), of a broken connection (08), of too
 * many (53300), of a statement that took too long (57014), and of a transaction that the server has given up
 * (25P03).
 */
const LOST_CODES = /^(E[A-Z_]+|57P0\d|57014|08\w{3}|53300|25P03)$/;
/** The messages of pg that come without a code. */
const LOST_WORDS = /^(Connection terminated|timeout exceeded when trying to connect|Client has )/;

/** Returns the work's result. Throws what `onLost` makes of the error when the connection is lost. */
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
