import { z } from 'zod';
import { onOff, port, trustedProxies, webAddress } from './kinds';

/** The settings of the process and of its HTTP server. */
export const serverShape = {
  HOST: z.string().default('127.0.0.1').describe('the address on which the panel listens'),
  PORT: port().default(3000).describe('the port on which the panel listens'),
  PUBLIC_URL: webAddress().optional().meta({
    description: 'the address that browsers use; https makes the session cookie Secure',
    fallback: '`http://localhost:PORT`',
    example: 'https://panel.example.org',
  }),
  TRUST_PROXY: trustedProxies()
    .default('loopback')
    .describe(
      'the proxies whose `X-Forwarded-For` and `X-Request-Id` are trusted: addresses, networks or a number of proxies. If the proxy is on another machine and not named, all clients count as one for the throttles',
    ),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('what is logged; logs hold no personal data'),
  METRICS_PORT: port().optional().meta({
    description: 'the port on which Prometheus reads `/metrics`; without it, there are no metrics',
    example: '9464',
  }),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('the address on which Prometheus reads `/metrics`'),
  STOP_DELAY_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe('how long `/readyz` reports that the panel is stopping before it closes its port'),
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('production')
    .describe('the mode of Node and its packages; `npm run dev` sets `development`'),
  BENCH: onOff('off').describe(
    '`on` serves `/bench-floor`, the fixed page that benchmarks compare with',
  ),
};
