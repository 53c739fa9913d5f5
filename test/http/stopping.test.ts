import { expect, test } from '@jest/globals';
import request from 'supertest';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { openConnection, type RawConnection } from '../helpers/network/rawConnection.ts';
import { isLong } from '../helpers/run/tier.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { submit } from '../helpers/visitor/posts.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

const stopped = { exitCode: 0, signal: null };
const body = JSON.stringify(contactMessage);
const head = `POST ${submissionsPath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
const askHealth = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
const askCached = askHealth.replace('/healthz', '/robots.txt');

/** Sends the headers of a post. When `100 Continue` says that the server has them, sends ten bytes of the body. */
async function postHalf(site: Site): Promise<RawConnection> {
  const connection = await openConnection(site.port);
  connection.send(`${head}Expect: 100-continue\r\n\r\n`);
  expect(await connection.next()).toMatchObject({ status: 100 });
  connection.send(body.slice(0, 10));
  return connection;
}
/** Sends the rest of the post that `postHalf` has begun. Expects that the post is stored. */
async function expectStored(connection: RawConnection): Promise<void> {
  connection.send(body.slice(10));
  expect(await connection.next()).toMatchObject({ status: 200 });
}

test('SIGTERM: the current request is answered, new connections are refused, idle ones are closed', async () => {
  const site = await untilEnd(startSite());
  const idle = await openConnection(site.port);
  idle.send(askHealth);
  expect(await idle.next()).toMatchObject({ status: 200 });
  await openConnection(site.port); // A browser may open a connection that it never uses.
  const inFlight = await postHalf(site);
  site.signal('SIGTERM');
  expect(await idle.next()).toBeUndefined();
  await expect(request(site.url).get('/')).rejects.toThrow();
  await expectStored(inFlight);
  expect(await site.ended).toEqual(stopped);
  expect([site.log.at(-1)?.msg, site.output().includes('cut off')]).toEqual(['stopped', false]);
  expect(storedIn(site.dataDirectory)).toHaveLength(1);
});

if (isLong)
  test('SIGTERM aborts a request that never ends', async () => {
    const site = await untilEnd(startSite());
    const endless = await postHalf(site);
    site.signal('SIGTERM');
    expect(await site.ended).toEqual(stopped);
    expect(await endless.next()).toBeUndefined();
    expect(site.output()).toContain('still under way were cut off');
  });

test('SIGINT: the current mail is sent, even if the log breaks; meanwhile requests are answered, /healthz with 503, and clients are asked to close', async () => {
  const [accepted, underWay] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const mail = await untilEnd(
    startMailServer({
      react: (step) => {
        if (step !== 'dot') return undefined;
        underWay.resolve();
        return accepted.promise;
      },
    }),
  );
  const site = await untilEnd(startSite({ SMTP_URL: mail.url }, { responseCache: true }));
  const kept = await openConnection(site.port);
  kept.send(askCached);
  expect(await kept.next()).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } });
  await submit(site);
  await underWay.promise;
  site.signal('SIGINT');
  await site.waitForLog(({ msg }) => msg === 'stopping');
  site.logPipe.destroy(); // As when the program that reads the log ends first.
  await submit(site);
  kept.send(askCached);
  expect(await kept.next()).toMatchObject({ status: 200, headers: { connection: 'close' } });
  // This takes longer than the first part of the stop, half a second in which clients may close their connections.
  for (const end = Date.now() + 1000; Date.now() < end; ) await request(site.url).get('/healthz').expect(503);
  accepted.resolve();
  expect(await site.ended).toEqual(stopped);
  expect(storedIn(site.dataDirectory).map(({ state }) => state)).toContain('delivered');
});

/** Sends requests of the chat's host, each with a log line of about 400 bytes. */
async function fillLog({ port }: Site, requests: number): Promise<void> {
  const connection = await openConnection(port);
  for (let sent = 0; sent < requests; sent += 100) {
    connection.send(`GET /${'a'.repeat(300)} HTTP/1.1\r\nHost: chat.localhost\r\n\r\n`.repeat(100));
    for (let count = 0; count < 100; count += 1) expect(await connection.next()).toMatchObject({ status: 404 });
  }
}

test('a log that nobody reads delays neither answers nor the stop, and later says how many lines were dropped', async () => {
  const chat = { CHAT_WIDGET_SRC: 'https://chat.example/widget.js', CHAT_ORIGIN: 'http://chat.localhost' };
  const site = await untilEnd(startSite({ PUBLIC_ORIGIN: 'http://localhost', ...chat }));
  // After this answer, the program that renders pages is running. The stop below must end it too.
  await request(site.url).get('/').expect(200);
  site.logPipe.pause();
  // Neither the log's pipe nor the server's memory, a megabyte, has room for so many lines.
  await fillLog(site, 5000);
  await submit(site);
  site.logPipe.resume();
  expect(await site.waitForLog(({ dropped }) => Number(dropped) > 0)).toMatchObject({ level: 40 });
  site.logPipe.pause();
  // These fill the pipe.
  await fillLog(site, 1500);
  site.signal('SIGHUP');
  expect(await site.exited).toEqual(stopped);
  site.logPipe.resume();
});

test('an unexpected exception is logged with its cause, and the process ends with 1 after the current request', async () => {
  const preload = `process.on('SIGWINCH', () => { throw new Error('what nobody expected', { cause: new Error('the cause') }); });`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(preload)}`;
  const site = await untilEnd(startSite({ NODE_OPTIONS }));
  const inFlight = await postHalf(site);
  site.signal('SIGWINCH');
  await site.waitForLog(({ level }) => level === 60);
  await expectStored(inFlight);
  expect(await site.ended).toEqual({ exitCode: 1, signal: null });
  expect(site.output()).toMatch(/what nobody expected.*the cause/);
});
