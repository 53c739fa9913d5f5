import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import type { Databases } from '../helpers/store/postgres.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { post } from '../helpers/visitor/posts.ts';
import { newToken } from '../helpers/visitor/proof.ts';
import { contactMessage, newAddress, newKey, orderOf } from '../helpers/visitor/visitor.ts';

const limit = 6;

withDebianTool('postgres', () => {
  describe('over two servers of one database', () => {
    let databases: Databases;
    let databaseUrl: string;
    let sites: App[];
    beforeAll(async () => {
      databases = await sharedPostgres();
      databaseUrl = await databases.createDatabase();
      const start = () => startApp({ DATABASE_URL: databaseUrl, TRUST_PROXY: '1', SUBMISSION_LIMIT: String(limit) });
      // At once on an empty database.
      sites = await Promise.all([start(), start()]);
    });
    afterAll(async () => {
      for (const site of sites) await site.stop();
      await databases.dropDatabase(databaseUrl);
    });

    /** Posts of one client to both servers at once; how many were accepted. */
    const accepted = async (from: string) => {
      const posts = Array.from({ length: 2 * limit }, () => sites.map((site) => post(site, contactMessage, { from })));
      return (await Promise.all(posts.flat())).filter(({ status }) => status !== 429).length;
    };

    test('one limit of posts holds, for each client apart', async () => {
      const [one, other] = [newAddress(), newAddress()];
      expect(await Promise.all([accepted(one), accepted(other)])).toEqual([limit, limit]);
      for (const site of sites) await post(site, contactMessage, { from: one }).expect(429);
    });

    test('the same key at once is stored once, under one reference', async () => {
      const options = { key: newKey() };
      const answers = await Promise.all([...sites, ...sites].map((site) => post(site, contactMessage, options)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ headers }) => headers['x-reference'])).size).toBe(1);
      const stored = `SELECT 1 FROM submissions WHERE idempotency_key = '${options.key}'`;
      expect(await databases.query(stored, databaseUrl)).toHaveLength(1);
      for (const site of sites) await post(site, orderOf('CXN3'), { key: options.key }).expect(422);
    });

    test('a token that one server issued proves one submission, wherever it is posted', async () => {
      const token = await newToken(sites[0]?.url ?? '');
      const body = { ...contactMessage, company: `Proven ${newKey()}` };
      await Promise.all(sites.map((site) => post(site, body, { token }).expect(200)));
      const stored = `SELECT verified FROM submissions WHERE company = '${body.company}' ORDER BY verified`;
      expect((await databases.query(stored, databaseUrl)).map(({ verified }) => verified)).toEqual([false, true]);
    });
  });
});
