// Records the arguments with which each part of the server is started, and looks at the environment of the process that renders.
// Only a part that uses a secret may get the secret.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, jest, test } from '@jest/globals';
import { untilEnd } from '../helpers/untilEnd.ts';

/** For each module, the function with which `server/services.ts` starts a part of the server. */
const starters = {
  '../../server/outbox/outbox.ts': 'openOutbox',
  '../../server/operations/alarms/siteAlarms.ts': 'startSiteAlarms',
  '../../server/operations/metrics/metrics.ts': 'startMetrics',
  '../../server/operations/retention.ts': 'startRetention',
  '../../server/intake/floodDetector.ts': 'startFloodDetector',
  '../../server/intake/captcha/proofOfWork.ts': 'createProofOfWork',
  '../../server/intake/captcha/hCaptcha.ts': 'createHCaptcha',
  '../../server/mail/transport.ts': 'smtpTransport',
  '../../server/mail/mailWorker.ts': 'startMailWorker',
  '../../server/mail/arrival/arrivalWorker.ts': 'startArrivalWorker',
  '../../server/pages/pages.ts': 'createPages',
} as const;

const secrets = ['database-secret', 'smtp-secret', 'imap-secret', 'captcha-secret', 'alarm-secret', 'heartbeat-secret'];
const variables = {
  DATABASE_URL: 'postgres://site:database-secret@127.0.0.1:9/site',
  SMTP_URL: 'smtp://site:smtp-secret@127.0.0.1:9',
  IMAP_URL: 'imap://site:imap-secret@127.0.0.1:9',
  HCAPTCHA_SITE_KEY: 'key',
  HCAPTCHA_SECRET: 'captcha-secret',
  ALARM_URL: 'http://127.0.0.1:9/alarm-secret',
  HEARTBEAT_URL: 'http://127.0.0.1:9/heartbeat-secret',
};
const given = new Map<string, unknown[]>();

for (const [module, name] of Object.entries(starters)) {
  const actual: Record<string, (...parameters: unknown[]) => unknown> = await import(module);
  const record = (...parameters: unknown[]) => {
    given.set(name, parameters);
    return actual[name]?.(...parameters);
  };
  jest.unstable_mockModule(module, () => ({ ...actual, [name]: record }));
}

/** The secrets that occur in a value, at any depth. */
function secretsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string') return secrets.filter((secret) => value.includes(secret));
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return [...new Set(Object.values(value).flatMap((inner) => secretsIn(inner, seen)))];
}

test('each part of the server gets only the secrets that it needs', async () => {
  const { startApp } = await import('../helpers/site/app.ts');
  await untilEnd(startApp(variables));
  const found = Object.values(starters).map((name) => [name, secretsIn(given.get(name))]);
  expect(Object.fromEntries(found.filter(([, held]) => held?.length))).toEqual({
    openOutbox: ['database-secret'],
    startSiteAlarms: ['alarm-secret', 'heartbeat-secret'],
    createHCaptcha: ['captcha-secret'],
    smtpTransport: ['smtp-secret'],
    startArrivalWorker: ['imap-secret'],
  });
  expect(given.size).toBe(Object.keys(starters).length);
});

/** Reads a file of each process that `parent` has started. */
function filesOfChildren(parent: number, name: 'cmdline' | 'environ'): string[] {
  return readdirSync(`/proc/${parent}/task`)
    .flatMap((task) => readFileSync(`/proc/${parent}/task/${task}/children`, 'utf8').split(' '))
    .filter(Boolean)
    .map((child) => readFileSync(`/proc/${child}/${name}`, 'utf8'));
}

test('the process that renders pages has nothing of the environment but what it needs', async () => {
  const { startSite } = await import('../helpers/site/site.ts');
  const site = await untilEnd(startSite({ ...variables, TZ: 'Africa/Johannesburg' }));
  expect((await fetch(`${site.url}/server-hosting?budget=500`)).status).toBe(200);
  expect(filesOfChildren(site.pid, 'cmdline')).toEqual([expect.stringContaining('rendering.cjs')]);
  const [environment = ''] = filesOfChildren(site.pid, 'environ');
  expect(environment).toContain('TZ=Africa/Johannesburg\0');
  const names = environment.split('\0').map((pair) => pair.split('=')[0]);
  expect(names.filter((name) => name && !/^(?:TZ|MALLOC_\w+|NODE_CHANNEL_\w+)$/.test(name))).toEqual([]);
});
