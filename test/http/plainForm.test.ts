import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { type Site, startSite } from '../harness/site.ts';
import { storedIn, withFullDisk } from '../harness/stored.ts';
import { newAddress, orderOf, person, submissionsPath } from '../harness/visitor.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ TRUST_PROXY: '1', SUBMISSION_LIMIT: '3' });
});
afterAll(async () => {
  await site.stop();
});

const typed = { ...person, message: 'First line\r\nsecond line', plan: 'CXN3' };
const postForm = (fields: Record<string, string>, address = newAddress()) =>
  request(site.url).post(submissionsPath).set('X-Forwarded-For', address).type('form').send(fields).redirects(0);
const stored = () => storedIn(site.dataDirectory);

/** The page's text as a visitor reads it, and the attributes of one of its elements. */
const escaped = (text: string) => text.replaceAll("'", '&#x27;');

describe('an order posted as a plain form', () => {
  test('stored as the dialog would have stored it, then back to the page, which says so', async () => {
    const answer = await postForm(typed).expect(303);
    const reference = answer.get('X-Reference') ?? '';
    expect(answer.get('Location')).toBe(`/server-hosting?submitted=${reference}`);
    expect(stored().find((row) => row.reference === reference)).toMatchObject({
      kind: 'order',
      plan_id: 'CXN3',
      ...orderOf('CXN3', 'First line\nsecond line'),
    });
    const page = await request(site.url)
      .get(answer.get('Location') ?? '')
      .expect(200);
    expect(page.text).toContain('Order Submitted!');
    expect(page.text).toContain(escaped("We'll contact you shortly to confirm your order."));
    expect(page.text).toContain(reference);
    expect(page.text).not.toContain(person.name);
    expect(page.get('Cache-Control')).toBe('no-store');
  });

  test('the same again from one address is stored once; from another, or changed, it is another', async () => {
    const address = newAddress();
    const first = await postForm(typed, address).expect(303);
    const before = stored().length;
    for (let time = 0; time < 5; time++)
      expect((await postForm(typed, address).expect(303)).get('Location')).toBe(first.get('Location'));
    expect(stored()).toHaveLength(before);
    await postForm({ ...typed, message: 'Another' }, address).expect(303);
    await postForm(typed).expect(303);
    expect(stored()).toHaveLength(before + 2);
  });

  test('fields at fault: 400 with the page, dialog open, messages beside the fields, what was typed kept', async () => {
    const before = stored().length;
    const bad = { ...typed, name: 'N', email: '"><script>alert(1)</script>', phone: '123' };
    const { text: html } = await postForm(bad)
      .expect(400)
      .expect('Content-Type', /html/)
      .expect('Cache-Control', 'no-store');
    expect(html).toMatch(/<dialog[^>]* open/);
    expect(html).toContain('Order CXN3');
    for (const message of [
      'Name must be at least 2 characters',
      'Invalid email address',
      'Phone number must be at least 10 digits',
    ]) {
      const id = new RegExp(`id="([^"]+)"[^>]*>${message}<`).exec(html)?.[1];
      expect(html).toMatch(new RegExp(`<input[^>]*aria-invalid="true"[^>]*aria-describedby="${id}"`));
    }
    expect(html).toMatch(/<input[^>]*name="name"[^>]*value="N"/);
    expect(html).toMatch(/<input[^>]*value="Quagga Logistics"/);
    expect(html).toContain('First line');
    expect(html).not.toContain('<script>alert');
    expect(stored()).toHaveLength(before);
  });

  test('over the limit: 429 with the page, the failure text, what was typed kept', async () => {
    const address = newAddress();
    for (const message of ['one', 'two', 'three']) await postForm({ ...typed, message }, address).expect(303);
    const { text: html, headers } = await postForm({ ...typed, message: 'number four' }, address).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(html).toContain('Failed to submit order. Please try again or contact us directly.');
    expect(html).toMatch(/<dialog[^>]* open/);
    expect(html).toContain('number four');
    expect(html).toContain('mailto:');
  });

  test('store down: 503 with the page, nothing stored', async () => {
    const before = stored().length;
    await withFullDisk(site.dataDirectory, async () => {
      const { text: html } = await postForm(typed).expect(503);
      expect(html).toContain('Failed to submit order. Please try again or contact us directly.');
      expect(html).toMatch(/<input[^>]*value="Quagga Logistics"/);
    });
    expect(stored()).toHaveLength(before);
  });

  test("no plan of ours, another site's form, too large, too many fields: refused", async () => {
    const before = stored().length;
    await postForm({ ...typed, plan: 'CXN99' }).expect(400);
    await postForm({ name: 'Jo' }).expect(400);
    await postForm(typed).set('Origin', 'null').expect(403);
    await postForm({ ...typed, message: 'm'.repeat(17_000) }).expect(413);
    await postForm({ ...typed, ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, ''])) }).expect(
      413,
    );
    expect(stored()).toHaveLength(before);
  });

  test('a plan without shown prices is ordered without one', async () => {
    const answer = await postForm({ ...typed, plan: 'shared-starter' }).expect(303);
    expect(answer.get('Location')).toMatch(/^\/shared-hosting\?submitted=/);
    expect(stored().at(-1)?.message).toContain('Price: Contact for Pricing');
  });
});

test('a reference that nobody got shows no result', async () => {
  for (const reference of ['00000-00000', 'x', '<b>'])
    expect(
      (await request(site.url).get('/server-hosting').query({ submitted: reference }).expect(200)).text,
    ).not.toContain('Order Submitted!');
});
