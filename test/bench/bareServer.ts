// The baseline: a child process that sends prepared bytes with node:http and does nothing else.
// The parent sends the answers over the channel of `fork` and gets the port back.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BareAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** The answers by path and query. A request for any other path or query gets 404. */
export type BareAnswers = ReadonlyMap<string, BareAnswer>;

const lost: BareAnswer = { status: 404, headers: { 'Content-Length': '0' }, body: new Uint8Array() };
let answers: BareAnswers = new Map();

const server = createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url ?? '') ?? lost;
  const send = () => {
    response.writeHead(status, headers);
    response.end(body);
  };
  if (request.method === 'POST') request.resume().once('end', send);
  else send();
});

process.once('message', (message: BareAnswers) => {
  answers = message;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
