import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { deadlines } from '../../lib/deadlines.ts';
import type { Check } from './alarms.ts';

const day = 24 * 60 * 60 * 1000;
const notice = 14 * day;
const { handshake } = deadlines.alarms;

/** When the certificate ends that an https origin presents, in milliseconds since 1970. Rejects if there is none. */
async function endOf(origin: string, signal: AbortSignal): Promise<number> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  // Who issued it, browsers check.
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) ? {} : { servername: host }),
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.any([signal, AbortSignal.timeout(handshake)]) });
    const { valid_to: end } = socket.getPeerCertificate();
    if (!end) throw new Error('no certificate');
    return Date.parse(end);
  } finally {
    socket.on('error', () => {}).destroy();
  }
}

/** The alarm about the certificate of the site's own https origin. An origin that does not answer is another matter. */
export function certificateCheck(origin: string): Check {
  return {
    name: 'certificate',
    look: async (signal) => {
      const end = await endOf(origin, signal);
      const left = end - Date.now();
      if (left > notice) return undefined;
      const date = new Date(end).toISOString().slice(0, 10);
      const fields = { origin, endsAt: new Date(end).toISOString() };
      const remedy = 'renew it (Caddy and certbot do that by themselves: their logs tell why they have not)';
      return left < 0
        ? { level: 'error', message: `The certificate of ${origin} ended on ${date}: ${remedy}`, fields }
        : {
            level: 'warn',
            message: `The certificate of ${origin} ends on ${date}, in ${Math.floor(left / day)} days: ${remedy}`,
            fields,
          };
    },
    over: `The certificate of ${origin} is valid for more than 14 days again`,
  };
}
