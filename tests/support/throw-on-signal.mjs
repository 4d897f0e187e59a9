/** Loaded by `node --import`: provokes, on a signal, errors that nobody catches, which a server of its own never has. */
const typed = '+260 97 1234567 wrote\n    at Mwansa (somewhere:1:2)';

process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw Object.assign(new TypeError(typed), { code: 'ERR_TEST' });
  });
});
process.on('SIGWINCH', () => {
  Promise.reject(new RangeError(typed));
});
