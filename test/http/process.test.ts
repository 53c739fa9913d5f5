import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { listen } from '../helpers/network/listen.ts';
import { startApp } from '../helpers/site/app.ts';
import { holdPort } from '../helpers/site/heldSocket.ts';
import { type LogLine, newDataDirectory, runToEnd, startSite } from '../helpers/site/site.ts';
import { receivedEarlier } from '../helpers/store/stored.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { logged, post, referenceOf, submit } from '../helpers/visitor/posts.ts';
import { contactMessage, newKey, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

test('a server listens on the socket that systemd passes, not on HOST and PORT', async () => {
  const { port, descriptor, release } = holdPort();
  const site = await untilEnd(startSite({}, { socket: descriptor }));
  release();
  expect(site.port).toBe(port);
  await request(site.url).get('/robots.txt').expect(200);
});

test('with a faulty configuration the server names each faulty variable and exits with 78', async () => {
  const faulty = {
    PORT: 'http',
    HOST: '256.0.0.1',
    SMTP_URL: 'mail.example',
    LOG_LEVEL: 'loud',
    DATA_DIR: '/proc/none',
  };
  const { exitCode, output } = await runToEnd(['main'], faulty);
  expect(exitCode).toBe(78);
  for (const name of Object.keys(faulty)) expect(output).toContain(`${name}: `);
  expect(output).not.toMatch(/listening|\n\s+at /);
});

test.each([['main'], ['submissions', 'list']])(
  'if .env is a folder, %s ends with 78 and says what to do',
  async (...program) => {
    const folder = newDataDirectory();
    mkdirSync(path.join(folder, '.env'));
    const { exitCode, output } = await runToEnd(program as ['main'], {}, folder);
    expect(exitCode).toBe(78);
    expect(output).toMatch(/\.env cannot be read \(EISDIR\): make it a file that the user of this program may read/);
  },
);

test('a .env with a byte order mark is read, and for an unknown name in .env the log suggests the most similar name', async () => {
  const dataDirectory = directoryUntilEnd();
  // The environment has a PORT, so the server ignores the one in the file.
  const lines = [
    '\uFEFFSUBMISSION_LIMIT=1',
    'TRUST_PROXIES=1',
    'ALARMS_URL=x',
    'PUBLIC_ORIGIN=http://localhost',
    'HTTPS_PROXY=http://proxy',
  ];
  writeFileSync(path.join(dataDirectory, '.env'), [...lines, 'PORT=x'].join('\n'));
  copyFileSync(path.resolve(import.meta.dirname, '../../.env.example'), path.join(dataDirectory, '.env.example'));
  const site = await untilEnd(startSite({}, { dataDirectory }));
  expect(await site.waitForLog(({ alarm }) => alarm === 'unknown-variables')).toMatchObject({
    level: 40,
    msg: expect.stringMatching(
      /ALARMS_URL \(is it ALARM_URL\?\), HTTPS_PROXY \(Node reads it before \.env: .*\), TRUST_PROXIES \(is it TRUST_PROXY\?\)/,
    ),
  });
  for (const alarm of ['mail-to', 'alarm-url'])
    expect(await site.waitForLog((line) => line.alarm === alarm)).toMatchObject({ level: 40 });
  await post(site).expect(200);
  await post(site).expect(429);
});

test.each([
  ['PORT', ''],
  ['METRICS_PORT', 'METRICS_PORT: '],
])('if %s is in use the server exits with 1 and a clear message', async (variable, name) => {
  const holder = createServer();
  const port = await listen(holder);
  const { exitCode, output } = await runToEnd(['main'], { HOST: '127.0.0.1', [variable]: String(port) });
  holder.close();
  expect(exitCode).toBe(1);
  expect(output).toContain(`${name}port ${port} is in use`);
  expect(output).not.toMatch(/listening|\n\s+at /);
});

test('with a HOST that is not of this machine the server names HOST and exits with 78', async () => {
  const { exitCode, output } = await runToEnd(['main'], { HOST: '192.0.2.1' });
  expect(exitCode).toBe(78);
  expect(output).toContain('HOST, PORT: this machine cannot listen on them');
});

test('if the server is killed while it sends the mail about an acknowledged order, the mail is sent after a restart', async () => {
  const dataDirectory = directoryUntilEnd();
  const underWay = Promise.withResolvers<void>();
  // The mail server receives the mail, but never acknowledges it.
  const silent = await untilEnd(
    startMailServer({
      react: (step) => {
        if (step !== 'dot') return undefined;
        underWay.resolve();
        return { does: 'hang' };
      },
    }),
  );
  const first = await startSite({ SMTP_URL: silent.url }, { dataDirectory });
  const reference = await submit(first, orderOf('CXN3'));
  await underWay.promise;
  first.signal('SIGKILL');
  await first.ended;
  // Makes the mail and its lease a minute older, so that the killed server's lease is over.
  receivedEarlier(dataDirectory, reference, 60_000);

  const mail = await untilEnd(startMailServer());
  await untilEnd(startSite({ SMTP_URL: mail.url }, { dataDirectory }));
  const received = await mail.waitForMail();
  expect(received.subject).toContain(reference);
  expect(received.replyTo).toEqual([expect.objectContaining({ name: person.name, address: person.email })]);
});

test('the log has one line with the id for each request, and nothing personal', async () => {
  const mail = await untilEnd(startMailServer({ react: (step) => (step === 'rcptTo' ? '550 no' : undefined) }));
  const site = await untilEnd(startApp({ SMTP_URL: mail.url, LOG_LEVEL: 'trace', SUBMISSION_LIMIT: '3' }));
  const send = (type: string, body: object) => {
    const begun = request(site.url).post(submissionsPath).query({ name: person.name });
    return begun.set('Idempotency-Key', newKey()).type(type).send(body);
  };
  const order = await send('json', orderOf('CXN3', 'Our gate code is zebra 4711')).expect(200);
  const posts = [
    order,
    await send('json', { ...contactMessage, message: 'short' }).expect(400),
    await send('form', { ...person, plan: 'CXN1', phone: '1' }).expect(400),
    await send('json', contactMessage).expect(429),
  ];
  const page = await request(site.url).get(`/?email=${person.email}`).set('Referer', `http://x/${person.email}`);
  await logged(site, 'mail refused', referenceOf(order));

  for (const answer of [...posts, page]) {
    const isOne = ({ msg, requestId }: LogLine) => msg === 'request' && requestId === answer.get('X-Request-Id');
    await site.waitForLog(isOne);
    const asked = answer === page ? { method: 'GET', path: '/' } : { method: 'POST', path: submissionsPath };
    const line = { ...asked, status: answer.status, responseTime: expect.any(Number) };
    expect(site.log.filter(isOne)).toMatchObject([line]);
  }
  expect(await logged(site, 'submission stored', referenceOf(order))).toMatchObject({ plan: 'CXN3' });
  const output = JSON.stringify(site.log);
  const personal = [...Object.values(person), 'Thandiwe', 'visitor.example', '555 9876', '5559876', 'zebra'];
  for (const text of [...personal, '127.0.0.1"']) expect(output).not.toContain(text);
});
