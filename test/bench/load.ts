import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const autocannon = path.resolve(import.meta.dirname, '../../node_modules/autocannon/autocannon.js');
const runFile = promisify(execFile);

export type LoadOptions = {
  readonly url: string;
  /** Stop after so many seconds, or so many requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
  readonly post?: { readonly contentType: string; readonly body: string };
};

export type Load = { readonly requests: number; readonly requestsPerSecond: number; readonly p99Milliseconds: number };

const connections = 32;

/** Sends requests from a process of its own, over connections that are kept. Throws unless every answer is a 2xx. */
export async function sendLoad({ url, until, post }: LoadOptions): Promise<Load> {
  const { stdout } = await runFile(
    process.execPath,
    [
      autocannon,
      '--json',
      `--connections=${connections}`,
      'seconds' in until ? `--duration=${until.seconds}` : `--amount=${until.requests}`,
      '--headers=Accept-Encoding=gzip, deflate, br, zstd',
      ...(post ? ['--method=POST', `--headers=Content-Type=${post.contentType}`, `--body=${post.body}`] : []),
      url,
    ],
    { maxBuffer: 1 << 24 },
  );
  const { requests, latency, duration, errors, timeouts, non2xx } = JSON.parse(stdout) as {
    requests: { total: number };
    latency: { p99: number };
    duration: number;
    errors: number;
    timeouts: number;
    non2xx: number;
  };
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers that were no success`);
  return { requests: requests.total, requestsPerSecond: requests.total / duration, p99Milliseconds: latency.p99 };
}
