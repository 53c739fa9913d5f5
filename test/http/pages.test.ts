import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { type Site, startSite } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => {
  expect(await site.stop()).toEqual({ exitCode: 0, signal: null });
});

test('home answers', async () => {
  await request(site.url).get('/').expect(200);
});
