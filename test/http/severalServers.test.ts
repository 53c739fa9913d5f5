import { expect, test } from '@jest/globals';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { startApp } from '../helpers/site/app.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post } from '../helpers/visitor/posts.ts';
import { contactMessage, newAddress } from '../helpers/visitor/visitor.ts';

const limit = 6;

withDebianTool('postgres', () => {
  test('two servers of one database share one limit of posts for each client', async () => {
    const DATABASE_URL = await (await sharedPostgres()).createDatabase();
    const start = () => untilEnd(startApp({ DATABASE_URL, TRUST_PROXY: '1', SUBMISSION_LIMIT: String(limit) }));
    const sites = await Promise.all([start(), start()]);
    const accepted = async (from: string) => {
      const posts = Array.from({ length: 2 * limit }, () => sites.map((site) => post(site, contactMessage, { from })));
      return (await Promise.all(posts.flat())).filter(({ status }) => status !== 429).length;
    };
    const [one, other] = [newAddress(), newAddress()];
    expect(await Promise.all([accepted(one), accepted(other)])).toEqual([limit, limit]);
    for (const site of sites) await post(site, contactMessage, { from: one }).expect(429);
  });
});
