import { startReceivingServer } from './receiver.ts';

/** `confirm`: accept each token once. `refuse`: accept none. `disown`: say that the secret is wrong. `fail`: answer with 500. */
export type Behaviour = 'confirm' | 'refuse' | 'disown' | 'fail' | 'hang' | 'redirect';
const statuses: { readonly [behave: string]: number } = { fail: 500, redirect: 307 };

/** A mock of hCaptcha's `siteverify` on the loopback address. `asked`: the received forms, in order. */
export async function startSiteVerify() {
  const asked: URLSearchParams[] = [];
  const seen = new Set<string>();
  const receiver = await startReceivingServer();
  receiver.answer = (_request, response, { body }) => {
    const form = new URLSearchParams(body);
    asked.push(form);
    const { behave } = played;
    if (behave === 'hang') return;
    const token = form.get('response') ?? '';
    const success = behave === 'confirm' && !seen.has(token);
    seen.add(token);
    const fault = behave === 'disown' ? 'sitekey-secret-mismatch' : 'invalid-or-already-seen-response';
    response.writeHead(statuses[behave] ?? 200, {
      'Content-Type': 'application/json',
      ...(behave === 'redirect' && { Location: '/elsewhere' }),
    });
    response.end(JSON.stringify(success ? { success } : { success, 'error-codes': [fault] }));
  };
  const url = `http://127.0.0.1:${receiver.port}/siteverify`;
  const played = { url, asked, behave: 'confirm' as Behaviour, stop: receiver.stop };
  return played;
}
