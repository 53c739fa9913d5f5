import { type ProtocolMessage, startTcpProxy } from '../helpers/network/tcpProxy.ts';
import { startSite } from '../helpers/site/site.ts';
import { startPostgres } from '../helpers/store/postgres.ts';
import { newLedger, type PostingKind } from '../helpers/visitor/ledger.ts';
import { cheapToken } from '../helpers/visitor/proof.ts';
import { type Part, unlimited } from './part.ts';
import { rawPost } from './rawPost.ts';
import { sizes } from './sizes.ts';

/** How a post meets the cut. `new connections`: the server has none to the database when it arrives. */
const cases: readonly { readonly kind: PostingKind; readonly onNewConnections: boolean }[] = [
  { kind: 'message', onNewConnections: false },
  { kind: 'order', onNewConnections: true },
  { kind: 'plain order', onNewConnections: false },
];
const ways = ['cutBefore', 'cutAfter'] as const;

function isSent({ from }: ProtocolMessage): boolean {
  return from === 'client';
}

/**
 * Cuts the connection to the database at one message of a post after another: before the database gets it, and after it got
 * it, so that the answer is lost. A captcha is required of messages and orders by JSON.
 */
export async function runPostgresCuts(part: Part): Promise<void> {
  const { expect, untilEnd } = part;
  const ledger = newLedger();
  const postgres = await untilEnd(startPostgres());
  const databaseUrl = await postgres.createDatabase();
  const proxy = await untilEnd(startTcpProxy(postgres.port));
  const environment = { ...unlimited, DATABASE_URL: proxy.through(databaseUrl) };
  const site = await untilEnd(startSite({ ...environment, CAPTCHA_ENFORCE: 'true' }));
  // Plain forms have no captcha.
  const openSite = await untilEnd(startSite(environment));
  const [{ value: secret }] = (await postgres.query('SELECT value FROM secrets', databaseUrl)) as [{ value: Buffer }];
  const counts = { cuts: 0, acknowledged: 0 };

  /** `tokens`: those used by all posts so far. */
  type Stored = { readonly [count in 'rows' | 'whole' | 'verified' | 'tokens']: number };
  const storedAs = async (mark: string): Promise<Stored> => {
    const sql = `SELECT count(*)::integer AS rows, (count(*) FILTER (WHERE verified))::integer AS verified,
      (count(*) FILTER (WHERE message LIKE '%please call me back.%' AND body_hash IS NOT NULL
        AND (SELECT count(*) FROM mails WHERE reference = s.reference) = 1))::integer AS whole,
      (SELECT count(*)::integer FROM used_tokens) AS tokens
      FROM submissions AS s WHERE message LIKE '%${mark}%'`;
    return (await postgres.query(sql, databaseUrl))[0] as Stored;
  };

  /** Cuts at the n-th message. False: the post has fewer. */
  const cut = async (nth: number, way: (typeof ways)[number], index: number): Promise<boolean> => {
    const { kind, onNewConnections } = cases[index] as (typeof cases)[number];
    const isForm = kind === 'plain order';
    const { port } = isForm ? openSite : site;
    const what = `${kind}, ${way} at message ${nth}`;
    const posting = ledger.newPosting(kind);
    const options = isForm ? {} : { token: await cheapToken(secret) };
    const before = await storedAs(posting.mark);
    if (onNewConnections) proxy.cut('end');
    const armed = proxy.cutAt(nth, way, isSent);
    const first = await rawPost(port, posting, options);
    const isReached = armed.isReached();
    proxy.onMessage = () => undefined;
    expect(!first || [200, 303, 503].includes(first.status), `${what}: answered with ${first?.status}`);
    const stored = await storedAs(posting.mark);
    const isAcknowledged = first !== undefined && first.status !== 503;
    if (isAcknowledged) expect(stored.rows === 1, `${what}: acknowledged, and stored ${stored.rows} times`);
    expect(stored.rows <= 1 && stored.whole === stored.rows, `${what}: half-written`);
    const tokens = stored.tokens - before.tokens;
    if (!isForm) expect(tokens === stored.rows, `${what}: ${stored.rows} stored with ${tokens} tokens`);

    const second = await rawPost(port, posting, options);
    expect(second?.status === (isForm ? 303 : 200), `${what}: then answered with ${second?.status ?? 'nothing'}`);
    if (isAcknowledged) expect(first.reference === second?.reference, `${what}: under another reference then`);
    const last = await storedAs(posting.mark);
    expect(last.rows === 1 && last.whole === 1, `${what}: in the end stored ${last.rows} times`);
    expect(last.verified === (isForm ? 0 : 1), `${what}: its token was lost`);

    if (!isReached) return false;
    counts.cuts += 1;
    if (isAcknowledged) counts.acknowledged += 1;
    return true;
  };

  for (const index of cases.keys())
    for (const way of ways)
      for (let nth = 1 + (index % sizes.postgresCutsEvery); await cut(nth, way, index); nth += sizes.postgresCutsEvery);

  Object.assign(part.counts, counts);
}
