import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

type LoadOptions = {
  readonly url: string;
  readonly seconds: number;
  readonly post?: { readonly contentType: string; readonly body: string };
};

/** Sends requests over keep-alive connections with https://github.com/wg/wrk. Throws if any answer is no success. */
export async function sendLoad({ url, seconds, post }: LoadOptions) {
  const { stdout } = await runFile('wrk', [
    '-t1',
    '-c50',
    `-d${seconds}s`,
    '-HAccept-Encoding: br',
    `-s${path.join(import.meta.dirname, 'load.lua')}`,
    url,
    '--',
    ...(post ? [post.contentType, post.body] : []),
  ]).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error('wrk is missing: apt-get install wrk') : error;
  });
  const { requests, microseconds, failures } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
    requests: number;
    microseconds: number;
    failures: number;
  };
  if (failures > 0) throw new Error(`${url}: ${failures} of ${requests} requests failed`);
  return { requests, requestsPerSecond: (requests * 1e6) / microseconds };
}
