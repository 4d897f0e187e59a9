import type { IncomingMessage, ServerResponse } from 'node:http';

/** The maximum time in milliseconds for the rest of a request whose connection is closed after the response. */
const MAX_REST_MS = 30_000;

/**
 * Reads and discards the rest of a request that is answered before its end. If a reader stops in the middle of a body,
 * the stream stays paused, and the next request on the connection would never be read. A connection that is closed
 * after the response is closed after the rest: the system would otherwise reset it, and a client that is still sending
 * would lose the response (RFC 9112, 9.6).
 */
export function discardRest(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const isComplete = () => request.complete || request.destroyed;
  response.once('finish', () => {
    if (isComplete()) return;
    request.removeAllListeners('data');
    request.removeAllListeners('readable');
    request.resume();
  });
  const destroySoon = socket.destroySoon.bind(socket);
  // Node calls this when a response is finished whose connection is to be closed. A second call, at the stop of the
  // server, closes the connection without the rest.
  socket.destroySoon = () => {
    socket.destroySoon = destroySoon;
    if (isComplete()) {
      destroySoon();
      return;
    }
    socket.end();
    const timer = setTimeout(destroySoon, MAX_REST_MS).unref();
    request.once('close', () => {
      clearTimeout(timer);
      destroySoon();
    });
  };
  request.once('close', () => {
    socket.destroySoon = destroySoon;
  });
}
