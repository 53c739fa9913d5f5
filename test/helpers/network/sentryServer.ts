import { startReceivingServer } from './receiver.ts';

/** A mock of Sentry's envelope endpoint on the loopback address. */
export async function startSentryServer() {
  const receiver = await startReceivingServer();
  receiver.answer = (_request, response) =>
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', '*').end('{}');
  return {
    dsn: `http://publickey@localhost:${receiver.port}/42`,
    origin: `http://localhost:${receiver.port}`,
    get envelopes() {
      return receiver.all.filter(({ method }) => method === 'POST').map(({ body }) => body);
    },
    waitFor: async (fits: (envelope: string) => boolean) =>
      (await receiver.waitFor(({ method, body }) => method === 'POST' && fits(body))).body,
    stop: receiver.stop,
  };
}
