/** Ends this process in order when the script that has started it (run-node.js) is gone, even if it was killed. */
import process from 'node:process';

// Processes that this one starts with the same options belong to it, and not to the script.
if (process.env.ENDS_WITH_PARENT) {
  delete process.env.ENDS_WITH_PARENT;
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
  });
  // The listener alone would keep this process running when it has nothing left to do.
  process.channel?.unref();
}
