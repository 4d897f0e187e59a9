/** Runs Node in this terminal so that it never outlives the script that has started it. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.js';

const END_WITH_PARENT = pathToFileURL(path.join(root, 'scripts/end-with-parent.js')).href;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Runs Node with these arguments and returns its exit code. Passes on signals that ask to end, and waits for the end; the
 * code is then 128 and the number of the signal, as in a shell. If this process is killed, Node ends too.
 */
export function runNode(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', END_WITH_PARENT, ...args], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env, ENDS_WITH_PARENT: 'on' },
    });
    let received;
    // The panel does not handle SIGHUP, which a terminal sends when it is closed.
    const passOn = (signal) => {
      received ??= signal;
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    };
    for (const signal of SIGNALS) process.on(signal, passOn);
    const end = (status) => {
      for (const signal of SIGNALS) process.off(signal, passOn);
      resolve(received ? 128 + constants.signals[received] : (status ?? 1));
    };
    child.once('exit', end);
    child.once('error', (error) => {
      console.error(`Node could not be started: ${error.message}`);
      end(1);
    });
  });
}
