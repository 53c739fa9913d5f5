import { expect, test } from '@jest/globals';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { startApp } from '../helpers/site/app.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post } from '../helpers/visitor/posts.ts';
import { contactMessage, newAddress, newKey } from '../helpers/visitor/visitor.ts';

const limit = 6;

withDebianTool('postgres', () => {
  test('two servers of one database share one limit of posts, and write a post of the other again before they repeat its answer', async () => {
    const postgres = await sharedPostgres();
    const DATABASE_URL = await postgres.createDatabase();
    const start = () => untilEnd(startApp({ DATABASE_URL, TRUST_PROXY: '1', SUBMISSION_LIMIT: String(limit) }));
    const sites = await Promise.all([start(), start()]);
    // Only a write waits for the standby, so only a write shows that the first commit is safe.
    const key = newKey();
    const versions = [];
    for (const site of [sites[0], ...sites]) {
      await post(site, contactMessage, { key }).expect(200);
      versions.push(await postgres.query('SELECT xmin FROM submissions', DATABASE_URL));
    }
    expect(versions[1]).toEqual(versions[0]);
    expect(versions[2]).not.toEqual(versions[1]);
    const accepted = async (from: string) => {
      const posts = Array.from({ length: 2 * limit }, () => sites.map((site) => post(site, contactMessage, { from })));
      return (await Promise.all(posts.flat())).filter(({ status }) => status !== 429).length;
    };
    const [one, other] = [newAddress(), newAddress()];
    expect(await Promise.all([accepted(one), accepted(other)])).toEqual([limit, limit]);
    for (const site of sites) await post(site, contactMessage, { from: one }).expect(429);
  });
});
