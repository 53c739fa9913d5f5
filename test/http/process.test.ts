import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { hang } from '../helpers/hang.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { listen } from '../helpers/network/listen.ts';
import { startApp } from '../helpers/site/app.ts';
import { type Arrivals, newArrivals } from '../helpers/site/arrivals.ts';
import { holdPort } from '../helpers/site/heldSocket.ts';
import { type LogLine, newDataDirectory, runToEnd, startSite } from '../helpers/site/site.ts';
import { receivedEarlier } from '../helpers/store/stored.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { logged, post, referenceOf, submit } from '../helpers/visitor/posts.ts';
import { contactMessage, newKey, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const project = path.resolve(import.meta.dirname, '../..');

test('a server listens on the socket that systemd passes, not on HOST and PORT', async () => {
  const { port, descriptor, release } = holdPort();
  const site = await untilEnd(startSite({}, { socket: descriptor }));
  release();
  expect(site.port).toBe(port);
  await request(site.url).get('/robots.txt').expect(200);
});

test('if .env is a folder, the server ends with 78 and says what to do', async () => {
  const folder = newDataDirectory();
  mkdirSync(path.join(folder, '.env'));
  const { exitCode, output } = await runToEnd(['main'], {}, folder);
  expect(exitCode).toBe(78);
  expect(output).toMatch(/\.env cannot be read \(EISDIR\): make it a file that the user of this program may read/);
});

test('a .env with a byte order mark is read, and for an unknown name in .env the log suggests the most similar name', async () => {
  const dataDirectory = directoryUntilEnd();
  // The environment has a PORT, so the server ignores the one in the file.
  const misnamed = 'TRUST_PROXIES=1\nALARMS_URL=x\nHTTPS_PROXY=http://proxy';
  const named = '\uFEFFSUBMISSION_LIMIT=1\nPUBLIC_ORIGIN=http://localhost\nPORT=x';
  writeFileSync(path.join(dataDirectory, '.env'), `${named}\n${misnamed}`);
  copyFileSync(path.join(project, '.env.example'), path.join(dataDirectory, '.env.example'));
  const site = await untilEnd(startSite({}, { dataDirectory }));
  const advice =
    /ALARMS_URL \(is it ALARM_URL\?\), HTTPS_PROXY \(Node reads it before \.env: .*\), TRUST_PROXIES \(is it TRUST_PROXY\?\)/;
  const told = await site.waitForLog(({ alarm }) => alarm === 'unknown-variables');
  expect(told).toMatchObject({ level: 40, msg: expect.stringMatching(advice) });
  for (const alarm of ['mail-to', 'alarm-url'])
    expect(await site.waitForLog((line) => line.alarm === alarm)).toMatchObject({ level: 40 });
  await post(site).expect(200);
  await post(site).expect(429);
});

test('if a port is in use, or HOST is not of this machine, the server exits with a clear message', async () => {
  const holder = createServer();
  const port = String(await listen(holder));
  for (const [variables, code, message] of [
    [{ PORT: port }, 1, `port ${port} is in use`],
    [{ METRICS_PORT: port }, 1, `METRICS_PORT: port ${port} is in use`],
    [{ HOST: '192.0.2.1' }, 78, 'HOST, PORT: this machine cannot listen on them'],
  ] as const) {
    const { exitCode, output } = await runToEnd(['main'], { HOST: '127.0.0.1', ...variables });
    expect({ exitCode, output }).toEqual({ exitCode: code, output: expect.stringContaining(message) });
    expect(output).not.toMatch(/listening|\n\s+at /);
  }
  holder.close();
});

test('the process that renders pages has nothing of the environment but what it needs', async () => {
  const site = await untilEnd(startSite({ SMTP_URL: 'smtp://site:secret@127.0.0.1:9', TZ: 'Africa/Johannesburg' }));
  await request(site.url).get('/server-hosting?budget=500').expect(200);
  const child = readFileSync(`/proc/${site.pid}/task/${site.pid}/children`, 'utf8').trim();
  expect(readFileSync(`/proc/${child}/cmdline`, 'utf8')).toContain('rendering.cjs');
  const environment = readFileSync(`/proc/${child}/environ`, 'utf8');
  expect(environment).toContain('TZ=Africa/Johannesburg\0');
  const names = environment.split('\0').map((pair) => pair.split('=')[0]);
  expect(names.filter((name) => name && !/^(?:TZ|MALLOC_\w+|NODE_CHANNEL_\w+)$/.test(name))).toEqual([]);
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

test('npm start leaves no process behind when it is stopped', async () => {
  const folder = directoryUntilEnd();
  // This folder is like the project's, but without the developer's `.env`.
  for (const name of readdirSync(project).filter((entry) => entry !== '.env'))
    symlinkSync(path.join(project, name), path.join(folder, name));
  const settings = { PORT: '0', DATA_DIR: directoryUntilEnd(), npm_config_update_notifier: 'false' };
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const output: Arrivals<string> = newArrivals(() => output.all.join(''));
  npm.stdout.setEncoding('utf8').on('data', output.add);
  try {
    await output.waitFor((text) => text.includes('"listening"'));
    npm.kill('SIGTERM');
    // The pipe of npm's output closes when the last process that writes to it has ended.
    await once(npm, 'close', { signal: AbortSignal.timeout(hang) });
  } catch (error) {
    if (npm.pid) process.kill(-npm.pid, 'SIGKILL');
    throw error;
  }
});
