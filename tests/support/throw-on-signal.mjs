/**
 * Throws an uncaught error on each signal. Tests load this module into the server with `node --import`, because
 * the server itself has no such errors.
 */
const typed = '+260 97 1234567 wrote\n    at Mwansa (somewhere:1:2)';

process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw Object.assign(new TypeError(typed), { code: 'ERR_TEST' });
  });
});
process.on('SIGWINCH', () => {
  Promise.reject(new RangeError(typed));
});
