import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { unconfirmedFacts } from '../../server/operations/alarms/conditions/settings.ts';
import { commitmentFacts, companyFacts } from '../../shared/ownerFacts.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { listen } from '../helpers/network/listen.ts';
import { startApp } from '../helpers/site/app.ts';
import { newDataDirectory, runToEnd, startSite } from '../helpers/site/site.ts';
import { receivedEarlier } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post } from '../helpers/visitor/posts.ts';
import { contactMessage, newKey, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startApp());

test('with a faulty configuration the server names each faulty variable and exits with 78', async () => {
  const { exitCode, output } = await runToEnd(['main'], {
    PORT: 'http',
    SMTP_URL: 'mail.example',
    LOG_LEVEL: 'loud',
    DATA_DIR: '/proc/none',
  });
  expect(exitCode).toBe(78);
  for (const name of ['PORT', 'SMTP_URL', 'LOG_LEVEL', 'DATA_DIR']) expect(output).toContain(`${name}: `);
  expect(output).not.toMatch(/listening|\n\s+at /);
});

test.each([['main'], ['submissions', 'list']])(
  'a .env that is a folder ends %s with 78 and its cure',
  async (...program) => {
    const folder = newDataDirectory();
    mkdirSync(path.join(folder, '.env'));
    const { exitCode, output } = await runToEnd(program as ['main'], {}, undefined, folder);
    expect(exitCode).toBe(78);
    expect(output).toMatch(/\.env cannot be read \(EISDIR\): it is a folder, .*: remove it, and write the file/);
  },
);

test('a .env with a byte order mark is read, and a name in it that nothing reads is warned of with the nearest real one', async () => {
  const dataDirectory = newDataDirectory();
  writeFileSync(
    path.join(dataDirectory, '.env'),
    '\uFEFFSUBMISSION_LIMIT=1\nTRUST_PROXIES=1\nALARMS_URL=x\nPUBLIC_ORIGIN=http://localhost\n',
  );
  copyFileSync(path.resolve(import.meta.dirname, '../../.env.example'), path.join(dataDirectory, '.env.example'));
  const started = await untilEnd(startSite({}, { dataDirectory }));
  expect(await started.waitForLog(({ alarm }) => alarm === 'unknown-variables')).toMatchObject({
    level: 40,
    msg: expect.stringContaining('ALARMS_URL (is it ALARM_URL?), TRUST_PROXIES (is it TRUST_PROXY?)'),
  });
  for (const alarm of ['mail-to', 'alarm-url'])
    expect(await started.waitForLog((line) => line.alarm === alarm)).toMatchObject({ level: 40 });
  await post(started).expect(200);
  await post(started).expect(429);
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

test('the log at the start warns about a missing SMTP_URL or PUBLIC_ORIGIN, and once about all placeholders and unconfirmed facts', () => {
  const warnings = site.log.filter(({ level }) => level === 40);
  for (const variable of ['SMTP_URL', 'PUBLIC_ORIGIN'])
    expect(warnings).toContainEqual(expect.objectContaining({ msg: expect.stringContaining(variable) }));
  const open = unconfirmedFacts(companyFacts(), commitmentFacts);
  expect(warnings.filter(({ msg }) => msg.includes('placeholders'))).toEqual(
    open ? [expect.objectContaining(open)] : [],
  );
});

test('without SMTP_URL a mail is written to DATA_DIR/mail', async () => {
  const answer = await request(site.url).post(submissionsPath).send(contactMessage).expect(200);
  const reference = answer.get('X-Reference');
  await site.waitForLog(({ msg, reference: logged }) => msg === 'mail delivered' && logged === reference);
  expect(existsSync(`${site.dataDirectory}/mail/${reference}.eml`)).toBe(true);
});

test('if the server is killed after the answer while it sends the mail, the mail is sent after a restart', async () => {
  const dataDirectory = newDataDirectory();
  // A mail server that receives the mail but never acknowledges it.
  const underWay = Promise.withResolvers<void>();
  const silent = await startMailServer({
    react: (step) => {
      if (step !== 'dot') return undefined;
      underWay.resolve();
      return { does: 'hang' };
    },
  });
  const first = await startSite({ SMTP_URL: silent.url }, { dataDirectory });
  const answer = await request(first.url).post(submissionsPath).send(orderOf('CXN3')).expect(200);
  await underWay.promise;
  first.signal('SIGKILL');
  await first.ended;
  await silent.stop();
  const reference = answer.get('X-Reference') ?? 'a reference';
  // Ends the lease of the killed server.
  receivedEarlier(dataDirectory, reference, 60_000);

  const mail = await untilEnd(startMailServer());
  const second = await startSite({ SMTP_URL: mail.url }, { dataDirectory });
  const received = await mail.waitForMail();
  expect(received.subject).toContain(reference);
  expect(received.replyTo).toEqual([expect.objectContaining({ name: person.name, address: person.email })]);
  await second.stop();
  rmSync(dataDirectory, { recursive: true });
});

test('the log has one line with the id for each request, and nothing personal', async () => {
  const mail = await untilEnd(startMailServer({ react: (step) => (step === 'rcptTo' ? '550 no' : undefined) }));
  const traced = await untilEnd(startApp({ SMTP_URL: mail.url, LOG_LEVEL: 'trace', SUBMISSION_LIMIT: '3' }));
  const post = () => request(traced.url).post(submissionsPath).query({ name: person.name });
  const order = await post()
    .set('Idempotency-Key', newKey())
    .send(orderOf('CXN3', 'Our gate code is zebra 4711'))
    .expect(200);
  const refused = await post()
    .set('Idempotency-Key', newKey())
    .send({ ...contactMessage, message: 'short' });
  const plain = await post()
    .type('form')
    .send({ ...person, plan: 'CXN1', phone: '1' });
  const tooMany = await post().send(contactMessage);
  const page = await request(traced.url).get(`/?email=${person.email}`).set('Referer', `http://x/${person.email}`);
  const answers = [order, refused, plain, tooMany, page];
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 429, 200]);
  await traced.waitForLog(
    ({ msg, reference }) => reference === order.get('X-Reference') && msg.startsWith('mail refused'),
  );

  for (const answer of answers) {
    const id = answer.get('X-Request-Id');
    await traced.waitForLog(({ msg, requestId }) => msg === 'request' && requestId === id);
    expect(traced.log.filter(({ msg, requestId }) => msg === 'request' && requestId === id)).toEqual([
      expect.objectContaining({
        method: answer === page ? 'GET' : 'POST',
        path: answer === page ? '/' : submissionsPath,
        status: answer.status,
        responseTime: expect.any(Number),
      }),
    ]);
  }
  expect(traced.log).toContainEqual(
    expect.objectContaining({ msg: 'submission stored', reference: order.get('X-Reference'), plan: 'CXN3' }),
  );
  const output = JSON.stringify(traced.log);
  for (const personal of [
    ...Object.values(person),
    'Thandiwe',
    'visitor.example',
    '555 9876',
    '5559876',
    'zebra',
    '127.0.0.1"',
  ])
    expect(output).not.toContain(personal);
});
