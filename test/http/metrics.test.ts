import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { openConnection } from '../helpers/network/rawConnection.ts';
import { textAt } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { newToken } from '../helpers/visitor/proof.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

const mail = await untilEnd(startMailServer());
const site = await untilEnd(startApp({ METRICS_PORT: '0', SMTP_URL: mail.url, SUBMISSION_LIMIT: '2' }));
const address = String((await site.waitForLog(({ msg }) => msg === 'metrics are served')).url);

function metrics(): Promise<string> {
  return textAt(address);
}

test('the metrics count requests by method, route and status, and refused requests too', async () => {
  const asked = ['/about', '/about', '/legal/terms-of-service', '/documents/terms-of-service.pdf', '/healthz'];
  for (const path of asked) await request(site.url).get(path).expect(200);
  for (const each of [1, 2, 3]) await request(site.url).get(`/nothing-${each}?q=private`).expect(404);
  await request(site.url).purge('/about').expect(405);
  const raw = await openConnection(site.port);
  raw.send('GET /about HTTP/1.1\r\n\r\n');
  expect((await raw.next())?.status).toBe(400);
  const text = await metrics();
  expect(text.match(/^http_requests_total\b.*$/gm)?.sort()).toEqual(
    [
      'http_requests_total{method="GET",route="/about",status="200"} 2',
      'http_requests_total{method="GET",route="/documents/:file",status="200"} 1',
      'http_requests_total{method="GET",route="/healthz",status="200"} 1',
      'http_requests_total{method="GET",route="/legal/:id",status="200"} 1',
      'http_requests_total{method="GET",route="other",status="404"} 3',
      'http_requests_total{method="PURGE",route="/about",status="405"} 1',
      'http_requests_total{method="GET",route="/about",status="400"} 1',
    ].sort(),
  );
  expect(text).toContain('\nhttp_request_duration_seconds_count{route="/about"} 4\n');
  expect(text).not.toMatch(/private|nothing-/);
});

test('the metrics count submissions by state and mails by outcome, even if a client is refused', async () => {
  const send = (token: string) =>
    request(site.url).post(submissionsPath).set('X-Captcha-Token', token).send(contactMessage);
  await send(await newToken(site.url)).expect(200);
  await send('junk').expect(200);
  await send('junk').expect(429);
  await site.waitForLog(() => site.log.filter(({ msg }) => msg === 'mail delivered').length === 2);
  const lines = (await metrics()).split('\n');
  for (const line of [
    'website_submissions{state="delivered"} 2',
    'website_submissions{state="pending"} 0',
    'website_submission_oldest_pending_age_seconds 0',
    'website_mail_deliveries_total{outcome="sent"} 2',
    'website_mail_deliveries_total{outcome="refused"} 0',
    `http_requests_total{method="POST",route="${submissionsPath}",status="429"} 1`,
    'website_alarm_active{alarm="public-origin"} 1',
    'website_alarm_active{alarm="failed-deliveries"} 0',
  ])
    expect(lines).toContain(line);
});

test('the port of the metrics answers only /metrics, and the port of the site does not answer it', async () => {
  expect((await fetch(address)).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect((await fetch(new URL('/', address))).status).toBe(404);
  await request(site.url).get('/metrics').expect(404);
  // Nobody else can reach the port, which has figures of the business.
  await expect(fetch(address.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed');
});

test.each(['grafana-dashboard.json', 'prometheus-rules.yml'])(
  'deploy/%s asks for known metrics alone',
  async (file) => {
    const text = readFileSync(path.resolve(import.meta.dirname, '../../deploy', file), 'utf8');
    const names = new Set(text.match(/\b(?:website|http|process|nodejs)_[a-z\d_]+/g));
    expect(names.size).toBeGreaterThan(2);
    const exported = await metrics();
    expect([...names].filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(exported))).toEqual([]);
  },
);
