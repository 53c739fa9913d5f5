import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { type MailServer, startMailServer } from '../helpers/mail/mailServer.ts';
import { type SentryServer, startSentryServer } from '../helpers/network/sentryServer.ts';
import { runToEnd, type Site, startSite } from '../helpers/site/site.ts';

let mailServer: MailServer;
let sentry: SentryServer;
let site: Site;
beforeAll(async () => {
  sentry = await startSentryServer();
  mailServer = await startMailServer({ react: (step) => (step === 'rcptTo' ? '550 no' : undefined) });
  site = await startSite({ SENTRY_DSN: sentry.dsn, SMTP_URL: mailServer.url });
});
afterAll(async () => {
  await site.stop();
  await Promise.all([sentry.stop(), mailServer.stop()]);
});

test('a trace contains only method, path and status of the request', async () => {
  for (let count = 0; count < 150; count += 1)
    await request(site.url)
      .get('/about?email=someone@example.com')
      .set('Cookie', 'a=private')
      .set('User-Agent', 'private');
  const envelope = await sentry.waitFor((sent) => sent.includes('"transaction":"GET /about"'));
  expect(envelope).toContain('"http.response.status_code":200');
  expect(envelope).not.toMatch(/someone|private|127\.0\.0\.1|"server_name"/);
});

test("logged errors are reported without the visitor's text; 4xx answers are not reported", async () => {
  await request(site.url).get('/documents/terms-of-service.pdf').set('If-Match', '"other"').expect(412);
  await request(site.url)
    .post('/functions/v1/send-contact-email')
    .send({
      name: 'Private Person',
      email: 'private@example.com',
      company: '',
      phone: '',
      message: 'private private private',
    })
    .expect(200);
  const envelope = await sentry.waitFor((sent) => sent.includes('mail refused: kept as failed'));
  expect(envelope).not.toMatch(/private/i);
  expect(sentry.envelopes.join()).not.toContain('Precondition');
});

test('an invalid SENTRY_DSN is a configuration fault', async () => {
  const { exitCode, output } = await runToEnd(['main'], { SENTRY_DSN: 'https://example.com' });
  expect(exitCode).toBe(78);
  expect(output).toContain('SENTRY_DSN');
});
