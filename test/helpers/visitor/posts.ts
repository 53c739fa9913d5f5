import request, { type Response, type Test } from 'supertest';
import type { App } from '../site/app.ts';
import type { LogLine } from '../site/site.ts';
import { type StoredRow, secretIn, storedIn } from '../store/stored.ts';
import { cheapToken } from './proof.ts';
import { contactMessage, newAddress, submissionsPath } from './visitor.ts';

export type PostOptions = {
  /** The client's IP address, which only a site that trusts one proxy believes. Undefined: `newAddress`. */
  readonly from?: string;
  /** The value of the header Idempotency-Key. Undefined: the post has none. */
  readonly key?: string | undefined;
  readonly token?: string | undefined;
};

function begin(site: Pick<App, 'url'>, { from = newAddress(), key, token }: PostOptions): Test {
  const begun = request(site.url).post(submissionsPath).set('X-Forwarded-For', from).redirects(0);
  if (key !== undefined) begun.set('Idempotency-Key', key);
  if (token !== undefined) begun.set('X-Captcha-Token', token);
  return begun.expect('Cache-Control', 'no-store');
}

/** Posts `body` as JSON, as a page's script does. If `body` is a text, it is sent as it is, even if it is no JSON. */
export function post(site: Pick<App, 'url'>, body: unknown = contactMessage, options: PostOptions = {}): Test {
  return begin(site, options)
    .type('json')
    .send(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Makes a plain post, as an order dialog does without scripts. */
export function postForm(site: Pick<App, 'url'>, fields: Readonly<Record<string, string>>, options: PostOptions = {}) {
  return begin(site, options).type('form').send(new URLSearchParams(fields).toString());
}

/** The reference in the answer to a post; empty if there is none. */
export function referenceOf(answer: Response): string {
  return answer.get('X-Reference') ?? '';
}

/** Posts, and expects 200. Resolves with the reference. */
export async function submit(site: Pick<App, 'url'>, body?: object, options?: PostOptions): Promise<string> {
  return referenceOf(await post(site, body, options).expect(200));
}

/** A valid captcha token for a post to the site. */
export function tokenFor({ dataDirectory }: Pick<App, 'dataDirectory'>): Promise<string> {
  return cheapToken(secretIn(dataDirectory));
}

/** The submission with this reference, as the site has stored it. */
export function rowOf({ dataDirectory }: Pick<App, 'dataDirectory'>, reference: string): StoredRow | undefined {
  return storedIn(dataDirectory).find((row) => row.reference === reference);
}

/** Resolves with the log line that has this reference and whose message begins with `msg`. */
export function logged(site: Pick<App, 'waitForLog'>, msg: string, reference: string): Promise<LogLine> {
  return site.waitForLog((line) => line.msg.startsWith(msg) && line.reference === reference);
}

/** Posts, and waits until the mail about the submission is delivered. Resolves with the reference. */
export async function deliver(site: Pick<App, 'url' | 'waitForLog'>, body?: object, options?: PostOptions) {
  const reference = await submit(site, body, options);
  await logged(site, 'mail delivered', reference);
  return reference;
}
