import { once } from 'node:events';
import { connect } from 'node:tls';
import { deadlines } from '../../../lib/deadlines.ts';
import { day } from '../../../lib/times.ts';
import type { Condition } from '../alarms.ts';

const renewalTime = 14 * day;

/** When the certificate of an https origin expires, in milliseconds since 1970. */
async function endOf(origin: string): Promise<number> {
  const { hostname: host, port } = new URL(origin);
  // Only the date matters here, so any issuer is accepted. Browsers check the issuer.
  const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(deadlines.alarms.request) });
    return Date.parse(socket.getPeerCertificate().valid_to);
  } finally {
    socket.on('error', () => {}).destroy();
  }
}

/** Holds if the certificate of the site's https origin expires within 14 days. An origin that does not answer raises no alarm. */
export function certificate(origin: string): Condition {
  return {
    name: 'certificate',
    check: async () => {
      const end = await endOf(origin);
      const left = end - Date.now();
      if (left > renewalTime) return undefined;
      const date = new Date(end).toISOString().slice(0, 10);
      const ends = left < 0 ? `ended on ${date}` : `ends on ${date}, in ${Math.floor(left / day)} days`;
      return {
        level: left < 0 ? 'error' : 'warn',
        message: `The certificate of ${origin} ${ends}: renew it (Caddy and certbot renew by themselves: their logs say why they have not)`,
      };
    },
    over: `The certificate of ${origin} is valid for more than 14 days again`,
  };
}
