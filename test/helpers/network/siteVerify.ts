import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A mock of hCaptcha's `siteverify` on the loopback address. */
export type SiteVerify = {
  readonly url: string;
  /** The received forms, in order. */
  readonly asked: readonly URLSearchParams[];
  /** Confirm each token once, refuse all tokens, refuse the site's secret, answer 500, or never answer. */
  behave: 'confirm' | 'refuse' | 'disown' | 'fail' | 'hang';
  readonly stop: () => Promise<void>;
};

export async function startSiteVerify(): Promise<SiteVerify> {
  const asked: URLSearchParams[] = [];
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    asked.push(form);
    if (played.behave === 'hang') return;
    if (played.behave === 'fail') {
      response.writeHead(500).end();
      return;
    }
    const token = form.get('response') ?? '';
    const fault = played.behave === 'disown' ? 'sitekey-secret-mismatch' : 'invalid-or-already-seen-response';
    const success = played.behave === 'confirm' && !seen.has(token);
    seen.add(token);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(success ? { success } : { success, 'error-codes': [fault] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const played: SiteVerify = {
    url: `http://127.0.0.1:${port}/siteverify`,
    asked,
    behave: 'confirm',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return played;
}
