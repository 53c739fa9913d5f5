import { once } from 'node:events';
import { connect } from 'node:net';
import { hang } from '../hang.ts';

/** An answer as received, with header names in lower case. */
type WireAnswer = { readonly status: number; readonly headers: { readonly [name: string]: string } };

/** A connection that can send any bytes, such as an invalid request, which Node's HTTP client would refuse to send. */
export type RawConnection = Awaited<ReturnType<typeof openConnection>>;

const headEnd = '\r\n\r\n';

export async function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.setTimeout(hang, () => socket.destroy());
  const chunks: AsyncIterator<string> = socket[Symbol.asyncIterator]();
  let received = '';

  const takeAnswer = (): WireAnswer | undefined => {
    const end = received.indexOf(headEnd);
    if (end < 0) return undefined;
    const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n');
    const fields = lines.map((line) => line.split(/: ?(.*)/s, 2));
    const headers = Object.fromEntries(fields.map(([name = '', value = '']) => [name.toLowerCase(), value]));
    const next = end + headEnd.length + Number(headers['content-length'] ?? 0);
    if (received.length < next) return undefined;
    received = received.slice(next);
    return { status: Number(statusLine.split(' ')[1]), headers };
  };

  return {
    /** Sends a text; each character is one byte. `onWritten` is called when the operating system has taken all bytes. */
    send: (text: string, onWritten?: () => void) => void socket.write(text, 'latin1', onWritten),
    /** The next complete answer; undefined if the server has closed the connection. */
    next: async (): Promise<WireAnswer | undefined> => {
      for (;;) {
        const answer = takeAnswer();
        if (answer) return answer;
        const chunk = await chunks.next().catch(() => undefined);
        if (chunk && !chunk.done) received += chunk.value;
        else if (received === '') return undefined;
        else throw new Error(`an end within an answer: ${received}`);
      }
    },
  };
}
