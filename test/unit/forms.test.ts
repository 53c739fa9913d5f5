import { beforeEach, expect, jest, test } from '@jest/globals';
import { createDrafts } from '../../client/early/drafts.ts';
import { makeStore } from '../../client/store.ts';
import { submitForm } from '../../client/submission/submissionSlice.ts';
import { type FilledForm, prepareProof } from '../../client/submission/submit.ts';
import { type CataloguePlan, planById } from '../../shared/hosting/catalogue.ts';
import { contactMessage, person } from '../helpers/visitor/visitor.ts';

/** Posts `solution` when it gets a challenge, or nothing as long as `solution` is undefined. First fails `failures` times. */
class FakeWorker extends EventTarget {
  postMessage(): void {
    worker = this;
    workers += 1;
    if (workers <= failures) this.dispatchEvent(Object.assign(new Event('error'), { message: '' }));
    else if (solution !== undefined) this.dispatchEvent(new MessageEvent('message', { data: solution }));
  }
  terminate(): void {}
}
type Post = { readonly body: Record<string, string>; readonly key: string | null; readonly token: string | null };

let solution: object | null | undefined;
let worker: FakeWorker;
let challenges: number;
let workers: number;
let failures: number;
let posts: Post[];
let answer: () => Response;
const timeout = jest.spyOn(AbortSignal, 'timeout');
const log = jest.spyOn(console, 'error');

async function fakeFetch(address: string, { headers, body }: RequestInit): Promise<Response> {
  if (address === '/captcha/challenge')
    return Response.json({ number: ++challenges }, { status: challenges <= failures ? 503 : 200 });
  const sent = new Headers(headers);
  expect([address, sent.get('Content-Type')]).toEqual(['/functions/v1/send-contact-email', 'application/json']);
  expect(timeout).toHaveBeenLastCalledWith(30_000);
  const [key, token] = [sent.get('Idempotency-Key'), sent.get('X-Captcha-Token')];
  posts.push({ body: JSON.parse(String(body)), key, token });
  return answer();
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  timeout.mockReset().mockReturnValue(new AbortController().signal);
  log.mockReset();
  [solution, posts, challenges, workers, failures] = [{}, [], 0, 0, 0];
  Object.assign(globalThis, { window: globalThis, sessionStorage: {}, fetch: fakeFetch, Worker: FakeWorker });
  globalThis.drafts = createDrafts();
});

const message: FilledForm = { form: 'contact', typed: { ...contactMessage, name: ` ${person.name}\n` }, token: 'T' };
function orderOf(typed: object = {}): FilledForm {
  return { ...(planById('CXN1') as CataloguePlan), form: 'CXN1', typed: { ...person, message: '', ...typed } };
}
const stored = () => Response.json({ success: true }, { headers: { 'X-Reference': 'R-1' } });
function refused(status: number, more: object = {}) {
  return () => Response.json({ success: false, error: 'no', ...more }, { status });
}
/** Sends a form as the page does. Resolves with what the page hears. */
async function send(form: FilledForm, answered: () => Response = stored) {
  answer = answered;
  return (await makeStore().dispatch(submitForm(form))).payload;
}

const fields = { phone: 'Too short' };
const lost = () => {
  throw new TypeError('Failed to fetch');
};
test.each<[string, () => Response, unknown, ...('stored' | 'failed')[]]>([
  [
    'is stored',
    stored,
    {
      reference: 'R-1',
      lines: [
        'R124 per month, incl. VAT',
        `A person writes to ${person.email}`,
        'No payment now. Nothing is binding until you accept our written confirmation.',
      ],
    },
    'stored',
  ],
  ['has invalid fields', refused(400, { fields }), { errors: fields, messages: ['Too short'] }],
  ['has a refused token', refused(403), { isTokenRefused: true }, 'failed'],
  ['is over the limit', refused(429), { isTokenRefused: false }, 'failed'],
  ['cannot be stored', refused(503), { isTokenRefused: false }, 'failed'],
  ['is answered 200 without success', refused(200), { isTokenRefused: false }, 'failed'],
  ['is answered by a proxy', () => new Response('<h1>502</h1>', { status: 502 }), {}, 'failed'],
  ['gets no answer', lost, {}, 'failed'],
])('an order that %s: what the page hears, and what the next press sends', async (_what, answered, heard, ...also) => {
  drafts.keep('CXN1.name', person.name);
  expect(await send(orderOf(), answered)).toEqual(heard);
  const logged = also.includes('failed') ? ['Failed to submit order:'] : [];
  expect(log.mock.calls.map(([text]) => text)).toEqual(logged);
  expect(drafts.read('CXN1.name')).toBe(also.includes('stored') ? undefined : person.name);
  await send(orderOf());
  const [first, second] = posts;
  expect(first?.token).toEqual(expect.any(String));
  expect(second?.token).not.toBe(first?.token);
  expect(second?.key === first?.key).toBe(!also.includes('stored'));
  expect(second?.body).toEqual(first?.body);
});

test('an order whose proof of work is refused is sent once more by itself, with another proof', async () => {
  const answers = [refused(403), stored];
  expect(await send(orderOf(), () => (answers.shift() ?? lost)())).toMatchObject({ reference: 'R-1' });
  const [first, second, ...others] = posts;
  expect(second).toEqual({ ...first, token: expect.any(String) });
  expect(second?.token).not.toBe(first?.token);
  expect(others).toEqual([]);
});

test('a form has one key for one text, made of the form key and every field, as earlier releases made it', async () => {
  drafts.keep('CXN1.key', '1-2-3-4');
  for (const typed of [{}, { name: 'Jo' }, { email: 'jo@b.example' }, { phone: '0825550100' }, { company: '' }])
    await send(orderOf(typed), refused(503));
  await send(orderOf({ message: 'Soon.' }), refused(503));
  await send(orderOf({ billing: 'yearly' }));
  const keys = posts.map(({ key }) => key);
  expect(keys[0]).toBe('f28ad615-c17f-835f-825b-16c6ed79ac8b');
  expect(new Set(keys).size).toBe(7);
  expect(posts.at(-1)?.body.message).toContain('Selected Plan: CXN1\nPrice: R750 per year\n');
});

test('a message is sent trimmed, with the token of its captcha and without a proof of work', async () => {
  expect(await send(message, refused(403))).toEqual({ isTokenRefused: true });
  expect(posts).toEqual([{ body: contactMessage, key: expect.stringMatching(/^[\da-f-]{36}$/), token: 'T' }]);
  expect(log.mock.calls[0]?.[0]).toBe('Failed to send message:');
  expect(challenges).toBe(0);
});

test.each([
  ['18:59 minutes old is used', 1139, 0],
  ['19 minutes old, a minute before it expires, is replaced', 1140, 1],
])('a proof of work that is %s', async (_what, seconds, more) => {
  await prepareProof();
  jest.advanceTimersByTime(seconds * 1000);
  await send(orderOf());
  expect(challenges).toBe(1 + more);
});

test.each([
  ['twice each, they are tried three times each', 2, [3, 3, expect.any(String)]],
  ['three times, the order goes without a token', 3, [3, 0, null]],
])('if the challenge and the worker of a proof of work fail %s, after 300 ms and 1 s', async (_what, times, tried) => {
  failures = times;
  const sending = send(orderOf());
  await jest.advanceTimersByTimeAsync(299);
  expect(challenges).toBe(1);
  await jest.advanceTimersByTimeAsync(1 + 999);
  expect(challenges).toBe(2);
  await jest.advanceTimersByTimeAsync(1 + 300 + 1000);
  await sending;
  expect([challenges, workers, posts[0]?.token]).toEqual(tried);
});

test('an order waits 10 seconds for its proof of work, and a proof that has failed is made again', async () => {
  solution = null;
  await send(orderOf(), () => {
    solution = undefined;
    return refused(403)();
  });
  const sending = send(orderOf(), refused(403));
  await jest.advanceTimersByTimeAsync(9_999);
  expect(posts).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  await sending;
  worker.dispatchEvent(new MessageEvent('message', { data: {} }));
  await send(orderOf());
  expect(posts.map(({ token }) => token !== null)).toEqual([false, false, true]);
  expect(challenges).toBe(2);
});

test.each([
  ['', {}, undefined],
  [
    ', also if the storage is full, with the older drafts of other forms',
    Object.freeze({ 'draft:CXN1.name': 'Older', 'draft:contact.name': 'Older' }),
    'Older',
  ],
])(
  'of a draft the newest text is kept, also if it is empty, until its form is sent%s',
  (_when, sessionStorage, older) => {
    Object.assign(globalThis, { sessionStorage });
    const drafts = createDrafts();
    const kept = () => [drafts.read('CXN1.name'), drafts.read('CXN14.name')];
    for (const text of ['Old', 'New', '']) drafts.keep('CXN1.name', text);
    drafts.keep('CXN14.name', 'Other');
    expect([...kept(), drafts.read('contact.name')]).toEqual(['', 'Other', older]);
    drafts.forgetForm('CXN1');
    expect(kept()).toEqual([undefined, 'Other']);
  },
);
