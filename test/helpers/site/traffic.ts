import { Agent, type ClientRequest, request } from 'node:http';
import { hang } from '../hang.ts';
import type { Ledger, Posting } from '../visitor/ledger.ts';
import { submissionsPath } from '../visitor/visitor.ts';

const usualPages = ['/', '/server-hosting', '/contact', '/robots.txt'];
/** Of so many requests all go over a kept connection, and of the next so many none. */
const alike = 10;

type TrafficOptions = {
  /** The addresses that visitors ask for in turn. */
  readonly pages?: readonly string[];
  /** One of this many requests is an order; of ten unless given. */
  readonly orderEvery?: number;
};

/** Visitors: `rate` requests a second for pages and orders, until `stop`. */
export function startTraffic(
  port: number,
  rate: number,
  ledger: Ledger,
  { pages = usualPages, orderEvery = 10 }: TrafficOptions = {},
) {
  const kept = new Agent({ keepAlive: true, maxSockets: 64 });
  const failures: string[] = [];
  const underWay = new Set<Promise<void>>();
  let requests = 0;

  const send = (path: string, agent: Agent | false, posting?: Posting) =>
    new Promise<{ status: number; reference: string | undefined }>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': posting?.key ?? '' };
      const sent: ClientRequest = request(
        { host: '127.0.0.1', port, path, agent, ...(posting && { method: 'POST', headers }) },
        (response) => {
          response.resume().on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, reference: response.headers['x-reference']?.toString() }),
          );
        },
      );
      sent.setTimeout(hang, () => sent.destroy(new Error('no answer')));
      sent.on('error', (error) => reject(Object.assign(error, { isReused: sent.reusedSocket })));
      sent.end(posting?.body);
    });

  const one = async (): Promise<void> => {
    requests += 1;
    const posting = requests % orderEvery === 0 ? ledger.newPosting() : undefined;
    const path = posting ? submissionsPath : (pages[requests % pages.length] ?? '/');
    // As browsers and proxies do: https://www.rfc-editor.org/rfc/rfc9112#section-9.3.1
    const resend = (error: { isReused?: boolean }) => {
      if (!error.isReused) throw error;
      return send(path, false, posting);
    };
    try {
      const answer = await send(path, Math.floor(requests / alike) % 2 ? kept : false, posting).catch(resend);
      if (posting) ledger.noteAnswer(posting, answer);
      if (answer.status !== 200) failures.push(`${answer.status} ${path}`);
    } catch (error) {
      failures.push(`${(error as NodeJS.ErrnoException).code ?? error} ${path}`);
    }
  };

  const start = performance.now();
  let due = 0;
  const sending = setInterval(() => {
    const target = ((performance.now() - start) / 1000) * rate;
    for (; due < target; due += 1) {
      const answered = one().then(() => void underWay.delete(answered));
      underWay.add(answered);
    }
  }, 5);
  return {
    /** Resolves with the number of requests, and what went wrong, such as `503 /contact` or `ECONNREFUSED /`. */
    stop: async () => {
      clearInterval(sending);
      await Promise.all(underWay);
      kept.destroy();
      return { requests, failures };
    },
  };
}
