import { setTimeout as wait } from 'node:timers/promises';
import { type DebianProxy, proxiedName, startCaddy, startNginx } from '../helpers/network/debianProxy.ts';
import { connectToProxy, type ProxiedAnswer } from '../helpers/network/proxiedRequest.ts';
import { type HeldSocket, holdPort } from '../helpers/site/heldSocket.ts';
import { type Environment, type Site, startSite } from '../helpers/site/site.ts';
import { startPostgres } from '../helpers/store/postgres.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { findDebianTool } from '../helpers/tools/debianTool.ts';
import { markIn, newLedger } from '../helpers/visitor/ledger.ts';
import { submissionsPath } from '../helpers/visitor/visitor.ts';
import { type Part, sizes, unlimited } from './part.ts';

const starters = { caddy: startCaddy, nginx: startNginx } as const;
type ProxyName = keyof typeof starters;

/** These tests are about connections, not about load. So there are few visitors, and their requests are cheap to answer. */
const visitors = 8;
const pause = 250;
const settling = 300;
const file = '/documents/privacy-policy.pdf';
const kinds = ['file', 'keyed', 'file', 'form', 'file', 'JSON without a key'] as const;
type Kind = (typeof kinds)[number];
type Sent = { readonly kind: Kind; readonly answer: ProxiedAnswer | undefined };

function hasSucceeded({ kind, answer }: Sent): boolean {
  return answer?.status === (kind === 'form' ? 303 : 200);
}
function describe({ kind, answer }: Sent): string {
  return `a request (${kind}) was answered with ${answer?.status ?? 'nothing'}`;
}

/** Visitors behind a proxy, who read and post until they are stopped. */
function startVisitors({ httpsPort }: DebianProxy, ledger = newLedger()) {
  const sent: Sent[] = [];
  let [isLoaded, count] = [true, 0];
  const visit = async (): Promise<void> => {
    const client = await connectToProxy(httpsPort);
    const ask = async (kind: Kind): Promise<Sent> => {
      if (kind === 'file') return { kind, answer: await client.ask(file).catch(() => undefined) };
      const posting = ledger.newPosting(kind === 'form' ? 'plain order' : 'message');
      const type = kind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
      const headers = { 'content-type': type, ...(kind === 'keyed' && { 'idempotency-key': posting.key ?? '' }) };
      const request = { method: 'POST', headers, body: posting.body };
      const answer = await client.ask(submissionsPath, request).catch(() => undefined);
      ledger.noteAnswer(posting, answer && { status: answer.status, reference: undefined });
      return { kind, answer };
    };
    while (isLoaded) {
      count += 1;
      sent.push(await ask(kinds[count % kinds.length] ?? 'file'));
      await wait(pause);
    }
    client.close();
  };
  const visiting = Promise.all(Array.from({ length: visitors }, visit));
  return {
    stop: async (): Promise<readonly Sent[]> => {
      isLoaded = false;
      await visiting;
      return sent;
    },
    /** Expects that all acknowledged submissions are in `messages`, and none is there twice. */
    check: ({ expect }: Part, messages: readonly string[], what: string): void => {
      const marks = messages.map(markIn);
      const lost = [...ledger.acknowledged.keys()].filter((mark) => !marks.includes(mark)).length;
      expect(lost === 0, `${what}: ${lost} submissions acknowledged and not stored`);
      expect(new Set(marks).size === marks.length, `${what}: of ${marks.length} submissions some are stored twice`);
    },
  };
}

function startAt({ port, descriptor }: HeldSocket, dataDirectory: string, own: Environment = {}): Promise<Site> {
  const address = { HOST: '127.0.0.1', PORT: String(port), TRUST_PROXY: '1', PUBLIC_ORIGIN: `https://${proxiedName}` };
  return startSite({ ...unlimited, ...address, ...own }, { dataDirectory, socket: descriptor });
}

/** Restarts the site behind Debian's Caddy or nginx, after SIGTERM and after SIGKILL, while visitors read and order. */
export async function runBehind(part: Part, name: ProxyName): Promise<void> {
  const { expect } = part;
  const held = holdPort();
  const dataDirectory = part.folder();
  let site = await startAt(held, dataDirectory);
  await part.untilEnd({ stop: () => site.stop() });
  const proxy = await part.untilEnd(starters[name](findDebianTool(name) ?? '', held));
  const ledger = newLedger();

  /** Ends the site's process by `signal` and starts it again, `sizes.restarts` times, while visitors send requests. */
  const replace = async (signal: NodeJS.Signals): Promise<readonly Sent[]> => {
    const load = startVisitors(proxy, ledger);
    for (let count = 0; count < sizes.restarts; count += 1) {
      await wait(settling);
      site.signal(signal);
      await site.ended;
      site = await startAt(held, dataDirectory);
    }
    await wait(settling);
    const sent = await load.stop();
    const messages = storedIn(dataDirectory).map(({ message }) => message);
    load.check(part, messages, signal);
    return sent;
  };
  const restarted = await replace('SIGTERM');
  for (const one of restarted) expect(hasSucceeded(one), `restarted: ${describe(one)}`);
  const killed = await replace('SIGKILL');
  const failed = killed.filter((one) => !hasSucceeded(one));
  // A post that was under way at a kill may fail: Caddy cannot send a body again, and nginx repeats only posts with a key.
  for (const one of failed)
    expect(one.kind === 'JSON without a key' || (name === 'caddy' && one.kind !== 'file'), `killed: ${describe(one)}`);

  site.signal('SIGKILL');
  await site.ended;
  held.release();
  const client = await connectToProxy(proxy.httpsPort);
  const { status, headers, body } = await client.ask('/');
  client.close();
  const says = /try again in a moment/.test(body.toString());
  expect(status === 503 && Boolean(headers['retry-after']) && says, `site down: answered with ${status}`);
  part.counts['while restarted'] = `${restarted.length} requests`;
  part.counts['while killed'] = `${killed.length} requests, ${failed.length} failed`;
}

/** Restarts two servers behind a Caddy, one after the other, under load. See "Several machines" of deploy/README.md. */
export async function runRolling(part: Part): Promise<void> {
  const postgres = await part.untilEnd(startPostgres());
  const databaseUrl = await postgres.createDatabase();
  const places = [holdPort(), holdPort()] as const;
  const start = (place: HeldSocket) => startAt(place, part.folder(), { DATABASE_URL: databaseUrl });
  // Both start at the same time on an empty database, so both try to create the tables.
  const sites = await Promise.all(places.map(start));
  await part.untilEnd({ stop: () => Promise.all(sites.map((site) => site.stop())) });
  const proxy = await part.untilEnd(startCaddy(findDebianTool('caddy') ?? '', places[0], undefined, [places[1]]));
  const load = startVisitors(proxy);
  for (let count = 0; count < sizes.restarts; count += 1)
    for (const [index, place] of places.entries()) {
      await wait(settling);
      await sites[index]?.stop();
      sites[index] = await start(place);
    }
  await wait(settling);
  const sent = await load.stop();
  for (const one of sent) part.expect(hasSucceeded(one), describe(one));
  const rows = await postgres.query('SELECT message FROM submissions', databaseUrl);
  load.check(
    part,
    rows.map(({ message }) => String(message)),
    'restarted in turn',
  );
  Object.assign(part.counts, { 'restarts in turn': sizes.restarts * places.length, requests: sent.length });
}
