// Records the arguments with which each part of the server is started. Only a part that uses a secret may get the secret.
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
  '../../server/pages/siteAnswers.ts': 'createSiteAnswers',
} as const;

const secrets = ['database-secret', 'smtp-secret', 'imap-secret', 'captcha-secret', 'alarm-secret', 'heartbeat-secret'];
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

// Issue 67 changes this test.
test('each part of the server gets only the secrets that it needs', async () => {
  const { startApp } = await import('../helpers/site/app.ts');
  await untilEnd(
    startApp({
      DATABASE_URL: 'postgres://site:database-secret@127.0.0.1:9/site',
      SMTP_URL: 'smtp://site:smtp-secret@127.0.0.1:9',
      IMAP_URL: 'imap://site:imap-secret@127.0.0.1:9',
      HCAPTCHA_SITE_KEY: 'key',
      HCAPTCHA_SECRET: 'captcha-secret',
      ALARM_URL: 'http://127.0.0.1:9/alarm-secret',
      HEARTBEAT_URL: 'http://127.0.0.1:9/heartbeat-secret',
    }),
  );
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
