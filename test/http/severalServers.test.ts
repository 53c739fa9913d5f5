import { expect, test } from '@jest/globals';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { startApp } from '../helpers/site/app.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post } from '../helpers/visitor/posts.ts';
import { newToken } from '../helpers/visitor/proof.ts';
import { contactMessage, newAddress } from '../helpers/visitor/visitor.ts';

const limit = 6;

withDebianTool('postgres', () => {
  /** Starts two servers at the same time on one empty database. */
  async function startTwo() {
    const databases = await sharedPostgres();
    const DATABASE_URL = await databases.createDatabase();
    const start = () => untilEnd(startApp({ DATABASE_URL, TRUST_PROXY: '1', SUBMISSION_LIMIT: String(limit) }));
    const sites = await Promise.all([start(), start()]);
    return { sites, query: (sql: string) => databases.query(sql, DATABASE_URL) };
  }

  test('two servers of one database share one limit of posts for each client', async () => {
    const { sites } = await startTwo();
    const accepted = async (from: string) => {
      const posts = Array.from({ length: 2 * limit }, () => sites.map((site) => post(site, contactMessage, { from })));
      return (await Promise.all(posts.flat())).filter(({ status }) => status !== 429).length;
    };
    const [one, other] = [newAddress(), newAddress()];
    expect(await Promise.all([accepted(one), accepted(other)])).toEqual([limit, limit]);
    for (const site of sites) await post(site, contactMessage, { from: one }).expect(429);
  });

  test('a token that one server issued proves one submission at any server of its database', async () => {
    const { sites, query } = await startTwo();
    const token = await newToken(sites[0]?.url ?? '');
    await Promise.all(sites.map((site) => post(site, contactMessage, { token }).expect(200)));
    const stored = await query('SELECT verified FROM submissions ORDER BY verified');
    expect(stored.map(({ verified }) => verified)).toEqual([false, true]);
  });
});
