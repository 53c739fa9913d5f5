import { setTimeout as wait } from 'node:timers/promises';
import { type DebianProxy, proxiedName, startCaddy, startNginx } from '../helpers/network/debianProxy.ts';
import { connectToProxy, type ProxiedAnswer, type ProxiedClient } from '../helpers/network/proxiedRequest.ts';
import { type HeldSocket, holdPort } from '../helpers/site/heldSocket.ts';
import { type Environment, type Site, startSite } from '../helpers/site/site.ts';
import { startPostgres } from '../helpers/store/postgres.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { findDebianTool } from '../helpers/tools/debianTool.ts';
import { newKey, person, submissionsPath } from '../helpers/visitor/visitor.ts';
import { type Part, unlimited } from './part.ts';
import { sizes } from './sizes.ts';

const starters = { caddy: startCaddy, nginx: startNginx } as const;
type ProxyName = keyof typeof starters;

/** Requests a second. nginx ends a connection after 1,000. */
const rate = 30;
const requestsPerConnection = 200;
/** So many requests wait for a process that restarts, however long it takes: this is about connections, not about load. */
const mostUnderWay = 8;
const settling = 300;
const markPattern = /Mark-[a-z]+-\d+-/i;

// What is cheap to answer.
const kinds = ['file', 'keyed', 'file', 'form', 'file', 'plain JSON'] as const;
type Kind = (typeof kinds)[number];
const file = '/documents/privacy-policy.pdf';
type Sent = { readonly kind: Kind; readonly mark: string; readonly answer: ProxiedAnswer | undefined };

/** Sends a steady stream of requests to a proxy until it is stopped. */
function startLoad({ httpsPort }: DebianProxy, phase: string) {
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

  let underWay = 0;
  const timer = setInterval(() => {
    if (underWay === mostUnderWay) return;
    underWay += 1;
    sent.push(
      send().finally(() => {
        underWay -= 1;
      }),
    );
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

function hasSucceeded({ kind, answer }: Sent): boolean {
  return answer?.status === (kind === 'form' ? 303 : 200);
}

function describe({ kind, answer }: Sent): string {
  return `a ${kind} was answered with ${answer?.status ?? 'nothing'}`;
}

function startAt({ port, descriptor }: HeldSocket, dataDirectory: string, own: Environment = {}): Promise<Site> {
  const address = { HOST: '127.0.0.1', PORT: String(port), TRUST_PROXY: '1', PUBLIC_ORIGIN: `https://${proxiedName}` };
  return startSite({ ...unlimited, ...address, ...own }, { dataDirectory, socket: descriptor });
}

/** Nothing that was acknowledged is missing among the stored messages, and nothing is there twice. */
function checkStored({ expect }: Part, all: readonly Sent[], messages: readonly string[], what: string): void {
  const stored = messages.map((message) => markPattern.exec(message)?.[0] ?? '');
  const posts = all.filter(({ kind }) => kind !== 'file');
  const lost = posts.filter((one) => hasSucceeded(one) && !stored.includes(one.mark)).length;
  const twice = stored.length - new Set(stored).size;
  expect(lost === 0, `${what}: ${lost} submissions acknowledged and not stored`);
  expect(twice === 0, `${what}: ${twice} submissions stored twice`);
}

/** Replaces the site behind Debian's Caddy or nginx while visitors read and order. */
export async function runBehind(part: Part, name: ProxyName): Promise<void> {
  const { expect } = part;
  const held = holdPort();
  const dataDirectory = part.folder();
  const start = () => startAt(held, dataDirectory);
  let site = await start();
  await part.untilEnd({ stop: () => site.stop() });
  const proxy = await part.untilEnd(starters[name](findDebianTool(name) ?? '', held));

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
    const all = await load.stop();
    const messages = storedIn(dataDirectory).map(({ message }) => message);
    checkStored(part, all, messages, signal);
    return all;
  };

  const restarted = await replace('SIGTERM');
  for (const one of restarted) expect(hasSucceeded(one), `restarted: ${describe(one)}`);
  const killed = await replace('SIGKILL');
  const failed = killed.filter((one) => !hasSucceeded(one));
  // A post under way when the process is killed: Caddy cannot send its body again, nor nginx one that may be doubled.
  const mayFail: readonly Kind[] = name === 'nginx' ? ['plain JSON'] : ['keyed', 'form', 'plain JSON'];
  for (const one of failed) expect(mayFail.includes(one.kind), `killed: ${describe(one)}`);

  site.signal('SIGKILL');
  await site.ended;
  held.release();
  const client = await connectToProxy(proxy.httpsPort);
  const down = await client.ask('/');
  client.close();
  const says = /try again in a moment/.test(down.body.toString());
  expect(
    down.status === 503 && Boolean(down.headers['retry-after']) && says,
    `site down: answered with ${down.status}`,
  );
  Object.assign(part.counts, {
    'restarts, and then kills': sizes.restarts,
    'requests while restarted': restarted.length,
    'requests while killed': killed.length,
    'failed while killed': failed.length,
  });
}

/** Restarts two servers behind one Caddy in turn while visitors read and order: deploy/README.md, "Several machines". */
export async function runRolling(part: Part): Promise<void> {
  const postgres = await part.untilEnd(startPostgres());
  const databaseUrl = await postgres.createDatabase();
  const places = [holdPort(), holdPort()] as const;
  const start = (place: HeldSocket) => startAt(place, part.folder(), { DATABASE_URL: databaseUrl });
  // At once on an empty database.
  const sites = await Promise.all(places.map(start));
  await part.untilEnd({ stop: () => Promise.all(sites.map((site) => site.stop())) });
  const proxy = await part.untilEnd(startCaddy(findDebianTool('caddy') ?? '', places[0], undefined, [places[1]]));
  const load = startLoad(proxy, 'rolling');
  for (let count = 0; count < sizes.restarts; count += 1)
    for (const [index, place] of places.entries()) {
      await wait(settling);
      await sites[index]?.stop();
      sites[index] = await start(place);
    }
  await wait(settling);
  const all = await load.stop();
  for (const one of all) part.expect(hasSucceeded(one), describe(one));
  const rows = await postgres.query('SELECT message FROM submissions', databaseUrl);
  const messages = rows.map(({ message }) => String(message));
  checkStored(part, all, messages, 'restarted in turn');
  Object.assign(part.counts, { 'restarts in turn': sizes.restarts * places.length, requests: all.length });
}
