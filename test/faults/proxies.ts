import { rmSync } from 'node:fs';
import { type DebianProxy, proxiedName, startCaddy, startNginx } from '../helpers/network/debianProxy.ts';
import { connectToProxy, type ProxiedAnswer, type ProxiedClient } from '../helpers/network/proxiedRequest.ts';
import { holdPort } from '../helpers/site/heldSocket.ts';
import { newDataDirectory, type Site, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { findDebianTool } from '../helpers/tools/debianTool.ts';
import { newKey, person, submissionsPath } from '../helpers/visitor/visitor.ts';
import { newFindings, type Report, rounded } from './report.ts';
import { sizes } from './sizes.ts';

const starters = { caddy: startCaddy, nginx: startNginx } as const;
type ProxyName = keyof typeof starters;

/** Requests a second. nginx ends a connection after 1,000. */
const rate = 30;
const requestsPerConnection = 200;
const settling = 300;
export const markPattern = /Mark-[a-z]+-\d+-/i;

// What is cheap to answer: this is about connections, not about load.
const kinds = ['file', 'keyed', 'file', 'form', 'file', 'plain JSON'] as const;
type Kind = (typeof kinds)[number];
const file = '/documents/privacy-policy.pdf';
export type Sent = { readonly kind: Kind; readonly mark: string; readonly answer: ProxiedAnswer | undefined };

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Sends a steady stream of requests to a proxy until it is stopped. */
export function startLoad({ httpsPort }: DebianProxy, phase: string) {
  let count = 0;
  let client: Promise<ProxiedClient> = connectToProxy(httpsPort);
  const sent: Promise<Sent>[] = [];

  const send = async (): Promise<Sent> => {
    count += 1;
    const kind = kinds[count % kinds.length] ?? 'file';
    const mark = `Mark-${phase}-${count}-`;
    const message = `${mark} please call me back.`;
    const json = { 'content-type': 'application/json', ...(kind === 'keyed' ? { 'idempotency-key': newKey() } : {}) };
    const posted = (headers: { readonly [name: string]: string }, body: string) => ({ method: 'POST', headers, body });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const request =
      kind === 'file'
        ? { headers: { 'accept-encoding': 'br' } }
        : kind === 'form'
          ? posted(form, new URLSearchParams({ ...person, message, plan: 'CXN3' }).toString())
          : posted(json, JSON.stringify({ ...person, message }));
    if (count % requestsPerConnection === 0) {
      const before = client;
      client = connectToProxy(httpsPort);
      before.then(({ close }) => close()).catch(() => undefined);
    }
    const answer = await client
      .then(({ ask }) => ask(kind === 'file' ? file : submissionsPath, request))
      .catch(() => undefined);
    return { kind, mark, answer };
  };

  const timer = setInterval(() => {
    sent.push(send());
  }, 1000 / rate);
  return {
    /** Resolves when everything sent so far is answered. */
    answered: () => Promise.all(sent),
    stop: async () => {
      clearInterval(timer);
      const all = await Promise.all(sent);
      await client.then(({ close }) => close()).catch(() => undefined);
      return all;
    },
  };
}

export function hasSucceeded({ kind, answer }: Sent): boolean {
  return answer?.status === (kind === 'form' ? 303 : 200);
}

async function runBehind(name: ProxyName, program: string): Promise<Report> {
  const { faults, expect } = newFindings();
  const held = holdPort();
  const dataDirectory = newDataDirectory();
  const start = () =>
    startSite(
      {
        HOST: '127.0.0.1',
        PORT: String(held.port),
        TRUST_PROXY: '1',
        PUBLIC_ORIGIN: `https://${proxiedName}`,
        SUBMISSION_LIMIT: '1000000',
        SUBMISSION_FLOOD: '1000000',
      },
      { dataDirectory, responseCache: false, socket: held.descriptor },
    );
  let site: Site = await start();
  const proxy = await starters[name](program, held);

  /** Replaces the site's process, again and again, under load. */
  const replace = async (signal: NodeJS.Signals): Promise<Sent[]> => {
    const load = startLoad(proxy, signal);
    for (let count = 0; count < sizes.restarts; count += 1) {
      await wait(settling);
      site.signal(signal);
      await site.ended;
      site = await start();
      await load.answered();
    }
    return load.stop();
  };
  const failedOf = (all: readonly Sent[]) => all.filter((one) => !hasSucceeded(one));
  const storedAs = () => {
    const marks = storedIn(dataDirectory).map(({ message }) => markPattern.exec(message)?.[0] ?? '');
    return new Map(marks.map((mark) => [mark, marks.filter((other) => other === mark).length]));
  };
  const check = (all: readonly Sent[], what: string) => {
    const stored = storedAs();
    const posts = all.filter(({ kind }) => kind !== 'file');
    const lost = posts.filter((one) => hasSucceeded(one) && !stored.has(one.mark)).length;
    const twice = posts.filter(({ mark }) => (stored.get(mark) ?? 0) > 1).length;
    expect(lost === 0, `${name}, ${what}: ${lost} submissions acknowledged and not stored`);
    expect(twice === 0, `${name}, ${what}: ${twice} submissions stored twice`);
  };

  const restarted = await replace('SIGTERM');
  check(restarted, 'restarted');
  for (const { kind, answer } of failedOf(restarted))
    expect(false, `${name}, restarted: a ${kind} was answered with ${answer?.status ?? 'nothing'}`);
  const killed = await replace('SIGKILL');
  check(killed, 'killed');
  const failedWhenKilled = failedOf(killed);
  // A post under way when the process is killed: Caddy cannot send its body again, nor nginx one that may be doubled.
  const mayFail: readonly Kind[] = name === 'nginx' ? ['plain JSON'] : ['keyed', 'form', 'plain JSON'];
  for (const { kind } of failedWhenKilled)
    expect(mayFail.includes(kind), `${name}, killed: a ${kind} was not answered`);

  site.signal('SIGKILL');
  await site.ended;
  held.release();
  const client = await connectToProxy(proxy.httpsPort);
  const begun = performance.now();
  const down = await client.ask('/');
  const seconds = rounded((performance.now() - begun) / 1000);
  client.close();
  expect(
    down.status === 503 && Boolean(down.headers['retry-after']) && /try again in a moment/.test(down.body.toString()),
    `${name}, site down: answered with ${down.status}`,
  );
  expect(seconds < 8, `${name}, site down: answered after ${seconds} s`);
  await proxy.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
  return {
    counts: {
      [`${name}: restarts`]: sizes.restarts,
      [`${name}: requests`]: restarted.length,
      [`${name}: failed`]: failedOf(restarted).length,
      [`${name}: kills`]: sizes.restarts,
      [`${name}: requests then`]: killed.length,
      [`${name}: failed then`]: failedWhenKilled.length,
      [`${name}: seconds until an error`]: seconds,
    },
    faults,
  };
}

/** Replaces the site behind Debian's Caddy and nginx while visitors read and order. */
export async function runProxies(): Promise<Report> {
  const reports = await Promise.all(
    (['caddy', 'nginx'] as const).map(async (name): Promise<Report> => {
      const program = findDebianTool(name);
      return program
        ? runBehind(name, program)
        : { counts: { [`behind ${name}`]: `skipped: this machine lacks Debian's ${name}` }, faults: [] };
    }),
  );
  return {
    counts: Object.assign({}, ...reports.map(({ counts }) => counts)),
    faults: reports.flatMap(({ faults }) => faults),
  };
}
