import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { config } from './config.server';

/**
 * The histogram buckets in seconds. They cover everything from a static file to the longest wait for the API
 * host.
 */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * The panel's metrics. Labels come from fixed lists in the code, never from addresses or people, so that their
 * number is limited and they identify nobody.
 */
export const metrics = buildMetrics();

function buildMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'panel_data_folder_free_bytes',
    help: 'Free space on the disk of the data folder',
    registers,
    async collect() {
      // A panel that stores its data elsewhere may not have this folder.
      const disk = await statfs(config.DATA_DIR).catch(() => undefined);
      if (disk) this.set(disk.bavail * disk.bsize);
    },
  });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'panel_request_duration_seconds',
      help: 'Answered requests, by the first part of the route and the class of the status',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers,
    }),
    hostCallSeconds: new Histogram({
      name: 'panel_host_call_duration_seconds',
      help: 'Calls to the API host, by outcome: ok or the kind of error',
      labelNames: ['call', 'outcome'],
      buckets,
      registers,
    }),
    signInFailures: new Counter({
      name: 'panel_sign_in_failures_total',
      help: 'Sign-ins that were refused, and those that had to wait',
      labelNames: ['reason'],
      registers,
    }),
    auditWaiting: new Gauge({
      name: 'panel_audit_entries_waiting',
      help: 'Stored audit entries that were not sent within 5 seconds',
      registers,
    }),
    checkpointFailures: new Counter({
      name: 'panel_audit_checkpoints_failed_total',
      help: 'Checkpoints that could not be written, or did not match the audit log or the history',
      registers,
    }),
    auditFailures: new Counter({
      name: 'panel_audit_entries_failed_total',
      help: 'Audit, sign-in and error entries that the API host did not accept',
      registers,
    }),
    accessFailures: new Counter({
      name: 'panel_access_log_failures_total',
      help: 'Failed attempts to store entries of the access log; entries are stored later or lost',
      registers,
    }),
  };
}
