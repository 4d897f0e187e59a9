/**
 * Causes an uncaught error on SIGUSR2, and an unhandled rejection on SIGWINCH. Tests load this module into the server
 * with `node --import`, because the server itself has no such errors. The message contains data that a user typed,
 * which the log must not repeat.
 */
const message = '+260 97 1234567 wrote\n    at Mwansa (somewhere:1:2)';

process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw Object.assign(new TypeError(message), { code: 'ERR_TEST' });
  });
});
process.on('SIGWINCH', () => {
  Promise.reject(new RangeError(message));
});
