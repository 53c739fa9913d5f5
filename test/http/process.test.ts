import { existsSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { openFacts } from '../../server/openFacts.ts';
import { commitmentFacts, companyFacts } from '../../shared/ownerFacts.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { newDataDirectory, runToEnd, type Site, startSite } from '../helpers/site/site.ts';
import { contactMessage, newKey, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
async function started(...parameters: Parameters<typeof startSite>): Promise<Site> {
  const site = await startSite(...parameters);
  ends.push(site.stop);
  return site;
}

function temporaryDirectory(): string {
  const directory = newDataDirectory();
  ends.push(async () => rmSync(directory, { recursive: true }));
  return directory;
}

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

test('if the port is in use the server exits with 1 and a clear message', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '0.0.0.0', resolve));
  ends.push(() => new Promise((resolve) => holder.close(resolve)));
  const { port } = holder.address() as AddressInfo;
  const { exitCode, output } = await runToEnd(['main'], { PORT: String(port), DATA_DIR: temporaryDirectory() });
  expect(exitCode).toBe(1);
  expect(output).toContain(`port ${port} is in use`);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s: the server stops with exit code 0', async (signal) => {
  const site = await started();
  site.signal(signal);
  expect(await site.ended).toEqual({ exitCode: 0, signal: null });
  expect(site.log.at(-1)?.msg).toBe('stopped');
});

test('SIGTERM: the server stops if nobody reads its log any more', async () => {
  const site = await started();
  site.stopReading();
  site.signal('SIGTERM');
  expect(await site.ended).toEqual({ exitCode: 0, signal: null });
});

test('one warning at the start names every placeholder and every unconfirmed fact', async () => {
  const site = await started();
  const open = openFacts(companyFacts(), commitmentFacts);
  expect(site.log.filter(({ msg }) => msg.includes('placeholders'))).toEqual(
    open ? [expect.objectContaining({ level: 40, ...open })] : [],
  );
});

test('the log at the start warns about a missing SMTP_URL or PUBLIC_ORIGIN', async () => {
  const site = await started();
  const warnings = site.log.filter(({ level }) => level === 40).map(({ msg }) => msg);
  expect(warnings).toEqual(
    expect.arrayContaining([expect.stringContaining('SMTP_URL'), expect.stringContaining('PUBLIC_ORIGIN')]),
  );
});

test('without SMTP_URL a mail is written to DATA_DIR/mail', async () => {
  const site = await started();
  const answer = await request(site.url).post(submissionsPath).send(contactMessage).expect(200);
  const reference = answer.get('X-Reference');
  await site.waitForLog(({ msg, reference: logged }) => msg === 'mail delivered' && logged === reference);
  expect(existsSync(`${site.dataDirectory}/mail/${reference}.eml`)).toBe(true);
});

test('if the server is killed after the answer while it sends the mail, the mail is sent after a restart', async () => {
  const dataDirectory = temporaryDirectory();
  // A mail server that receives the mail but never acknowledges it.
  const underWay = Promise.withResolvers<void>();
  const silent = await startMailServer({
    react: (step) => {
      if (step !== 'dot') return undefined;
      underWay.resolve();
      return { does: 'hang' };
    },
  });
  ends.push(silent.stop);
  const first = await started({ SMTP_URL: silent.url }, { dataDirectory });
  const answer = await request(first.url).post(submissionsPath).send(orderOf('CXN3')).expect(200);
  await underWay.promise;
  first.signal('SIGKILL');
  await first.ended;

  const mail = await startMailServer();
  ends.push(mail.stop);
  await started({ SMTP_URL: mail.url }, { dataDirectory });
  const received = await mail.waitForMail();
  expect(received.subject).toContain(answer.get('X-Reference') ?? 'a reference');
  expect(received.replyTo).toEqual([expect.objectContaining({ name: person.name, address: person.email })]);
});

test('SIGTERM: the server finishes sending the current mail, and answers meanwhile', async () => {
  const accepted = Promise.withResolvers<void>();
  const underWay = Promise.withResolvers<void>();
  const mail = await startMailServer({
    react: (step) => {
      if (step !== 'dot') return undefined;
      underWay.resolve();
      return accepted.promise;
    },
  });
  ends.push(mail.stop);
  const site = await started({ SMTP_URL: mail.url });
  await request(site.url).post(submissionsPath).send(contactMessage).expect(200);
  await underWay.promise;
  site.signal('SIGTERM');
  await site.waitForLog(({ msg }) => msg === 'stopping');
  await request(site.url).post(submissionsPath).send(contactMessage).expect(200);
  accepted.resolve();
  expect((await site.ended).exitCode).toBe(0);
  expect(site.log.some(({ msg }) => msg === 'mail delivered')).toBe(true);
});

test('the log has one line with the id for each request, and nothing personal', async () => {
  const mail = await startMailServer({ react: (step) => (step === 'rcptTo' ? '550 no' : undefined) });
  ends.push(mail.stop);
  const site = await started({ SMTP_URL: mail.url, LOG_LEVEL: 'trace', SUBMISSION_LIMIT: '3' });
  const send = (body: object) =>
    request(site.url).post(submissionsPath).query({ name: person.name }).set('Idempotency-Key', newKey()).send(body);
  const order = await send(orderOf('CXN3', 'Our gate code is 4711')).expect(200);
  const refused = await send({ ...contactMessage, message: 'short' }).expect(400);
  const plain = await request(site.url)
    .post(submissionsPath)
    .type('form')
    .send({ ...person, plan: 'CXN1', phone: '1' })
    .expect(400);
  const tooMany = await send(contactMessage).expect(429);
  const page = await request(site.url)
    .get(`/?email=${person.email}`)
    .set('Referer', `http://x/${person.email}`)
    .expect(200);
  await site.waitForLog(
    ({ msg, reference }) => reference === order.get('X-Reference') && msg.startsWith('mail refused'),
  );

  for (const answer of [order, refused, plain, tooMany, page]) {
    const id = answer.get('X-Request-Id');
    await site.waitForLog(({ msg, requestId }) => msg === 'request' && requestId === id);
    expect(site.log.filter(({ msg, requestId }) => msg === 'request' && requestId === id)).toEqual([
      expect.objectContaining({
        method: answer === page ? 'GET' : 'POST',
        path: answer === page ? '/' : submissionsPath,
        status: answer.status,
        responseTime: expect.any(Number),
      }),
    ]);
  }
  expect(site.log).toContainEqual(
    expect.objectContaining({ msg: 'submission stored', reference: order.get('X-Reference'), plan: 'CXN3' }),
  );
  const output = site.output();
  for (const personal of [...Object.values(person), 'Thandiwe', 'visitor.example', '9876', '4711', '127.0.0.1"'])
    expect(output).not.toContain(personal);
});
