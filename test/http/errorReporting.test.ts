import { expect, test } from '@jest/globals';
import request from 'supertest';
import { createLog } from '../../server/lib/log.ts';
import { logHooks, startErrorReporting } from '../../server/operations/errorReporting.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startSentryServer } from '../helpers/network/sentryServer.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post } from '../helpers/visitor/posts.ts';
import { person } from '../helpers/visitor/visitor.ts';

const sentry = await untilEnd(startSentryServer());
const mail = await untilEnd(startMailServer({ react: (step) => (step === 'rcptTo' ? '550 no' : undefined) }));
const site = await untilEnd(startSite({ SENTRY_DSN: sentry.dsn, SMTP_URL: mail.url }));

test('a trace contains only method, path and status of the request', async () => {
  const headers = { Cookie: 'a=private', 'User-Agent': 'private' };
  for (let count = 0; count < 150; count += 1)
    await request(site.url).get('/of/someone@example.com?email=someone@example.com').set(headers);
  const envelope = await sentry.waitFor((sent) => sent.includes('"transaction":"GET /of/[email]"'));
  expect(envelope).toContain('"http.response.status_code":404');
  expect(envelope).not.toMatch(/someone|private|127\.0\.0\.1|"server_name"/);
});

test("logged errors are reported without the visitor's text; 4xx answers are not reported", async () => {
  await request(site.url).get('/documents/terms-of-service.pdf').set('If-Match', '"other"').expect(412);
  await post(site, { ...person, message: 'private private private' }).expect(200);
  const envelope = await sentry.waitFor((sent) => sent.includes('mail refused: kept as failed'));
  for (const text of ['private', ...Object.values(person)]) expect(envelope).not.toContain(text);
  expect(sentry.envelopes.join()).not.toContain('Precondition');
});

test('personal data in an error or its cause are removed before they leave the server, and warnings stay here', async () => {
  const reporting = await startErrorReporting(sentry.dsn);
  const log = createLog('info', { write: () => {} }, logHooks(reporting));
  log.warn({ err: new Error('only a warning') });
  const cause = new Error('call +27 82 555 0100');
  log.error({ err: new Error('No account for thandi@example.com', { cause }) }, 'lost thandi@example.com');
  expect(await sentry.waitFor((sent) => sent.includes('No account for'))).toContain('call [number]');
  expect(sentry.envelopes.join()).not.toMatch(/thandi|555 0100|only a warning/);
});
