import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { hang } from '../hang.ts';
import { certificate } from '../mail/certificate.ts';
import { freePort } from '../site/freePort.ts';
import type { Site } from '../site/site.ts';
import { connectToProxy, proxiedName } from './proxiedRequest.ts';

const deploy = path.resolve(import.meta.dirname, '../../../deploy');

export { proxiedName };
/** `proxiedName` without `www`. */
export const bareName = 'example.com';

export type DebianProxy = Awaited<ReturnType<typeof start>>;

type Ports = { readonly http: number; readonly https: number; readonly sites: readonly number[] };

/** Returns a file of `deploy/`, changed to forward to the test's servers. With `chatName`, it serves this host name as well. */
function configuration(name: string, { sites }: Ports, chatName: string | undefined): string {
  const addresses = sites.map((port) => `127.0.0.1:${port}`).join(' ');
  const text = readFileSync(path.join(deploy, name), 'utf8').replaceAll('127.0.0.1:3000', addresses);
  return chatName
    ? text
        .replace(`\n${proxiedName} {`, `\n${proxiedName}, ${chatName} {`)
        .replace(`server_name ${proxiedName};`, `server_name ${proxiedName} ${chatName};`)
    : text;
}

async function start(program: string, parameters: readonly string[], { http, https }: Ports, folder: string) {
  // Caddy keeps its certificates in HOME, so HOME is the temporary folder.
  const child = spawn(program, parameters, { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const end = Date.now() + hang; ; await setTimeout(50)) {
    const client = await connectToProxy(https).catch(() => undefined);
    client?.close();
    if (client) return { httpPort: http, httpsPort: https, output: () => output, stop };
    if (child.exitCode === null && Date.now() < end) continue;
    await stop();
    throw new Error(`the proxy does not listen:\n${output}`);
  }
}

type Listening = Pick<Site, 'port'>;

async function portsFor(sites: readonly Listening[]): Promise<Ports> {
  return { http: await freePort(), https: await freePort(), sites: sites.map(({ port }) => port) };
}

/**
 * Starts Caddy with `deploy/Caddyfile`. Added options make Caddy listen on free ports and sign its certificates itself.
 * `chatName`: the host of `CHAT_ORIGIN`. `others`: more servers of the same site.
 */
export async function startCaddy(
  program: string,
  site: Listening,
  chatName?: string,
  others: readonly Listening[] = [],
): Promise<DebianProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'caddy-'));
  const ports = await portsFor([site, ...others]);
  const file = path.join(folder, 'Caddyfile');
  const options = `admin off\nlocal_certs\nskip_install_trust\nhttp_port ${ports.http}\nhttps_port ${ports.https}`;
  // The first block of a Caddyfile holds its options. The test's options are added there.
  writeFileSync(file, configuration('Caddyfile', ports, chatName).replace(/^\{$/m, `{\n${options}`));
  return start(program, ['run', '--config', file, '--adapter', 'caddyfile'], ports, folder);
}

/** Starts nginx on free ports. Its configuration is like Debian's, and includes `deploy/nginx.conf`. */
export async function startNginx(program: string, site: Listening, chatName?: string): Promise<DebianProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  const ports = await portsFor([site]);
  const hasIpv6 = Object.values(networkInterfaces()).some((many) => many?.some(({ family }) => family === 'IPv6'));
  const included = configuration('nginx.conf', ports, chatName)
    .replaceAll('/etc/letsencrypt/live/www.example.com', folder)
    .replaceAll('/var/www/html', folder)
    .replaceAll('/var/log/nginx/error.log', 'stderr')
    .replace(/^ *listen \[::\].*\n/gm, hasIpv6 ? '$&' : '')
    .replace(/^( *listen (?:\[::\]:)?)(80|443)\b/gm, (_, head, port) => head + ports[port === '80' ? 'http' : 'https']);
  writeFileSync(path.join(folder, 'site.conf'), included);
  writeFileSync(path.join(folder, 'fullchain.pem'), certificate.cert);
  writeFileSync(path.join(folder, 'privkey.pem'), certificate.key);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const name of temporary) mkdirSync(path.join(folder, name));
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr warn;
    ${process.getuid?.() === 0 ? `user ${userInfo().username};` : ''}
    events { worker_connections 768; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      access_log off;
      gzip on;
      include ${folder}/site.conf;
    }`,
  );
  return start(program, ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr'], ports, folder);
}
