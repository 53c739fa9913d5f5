import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { hang } from '../hang.ts';
import { type Arrivals, newArrivals } from './arrivals.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export type LogLine = { readonly level: number; readonly msg: string; readonly [field: string]: unknown };
export type Ending = { readonly exitCode: number | null; readonly signal: NodeJS.Signals | null };
export type Environment = { readonly [name: string]: string };

/** The built server in a child process. */
export type Site = Awaited<ReturnType<typeof startSite>>;

export function newDataDirectory(): string {
  return mkdtempSync(path.join(tmpdir(), 'site-'));
}

/** A program of the build with its arguments. */
type Program = readonly ['main' | 'report' | 'submissions', ...string[]];

type RunOptions = Pick<StartOptions, 'socket' | 'tracer'>;

function run(program: Program, environment: Environment, cwd: string, options: RunOptions = {}) {
  const { socket, tracer = [] } = options;
  const [name, ...parameters] = program;
  const command =
    name === 'main'
      ? [path.join(root, 'deploy/start.sh')]
      : [process.execPath, path.join(root, `dist/server/${name}.cjs`)];
  // systemd passes a socket with these variables: sd_listen_fds(3).
  const passing = socket === undefined ? [] : ['/bin/sh', '-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"'];
  const [first = '', ...words] = [...tracer, ...passing, ...command, ...parameters];
  const child = spawn(first, words, {
    cwd,
    // The developer's settings must not count: the program gets only PATH, and its working directory has no `.env`.
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', ...(socket === undefined ? [] : [socket])],
  }) as ChildProcessByStdio<null, Readable, Readable>;
  let [output, printed] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    printed += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const endingAt = async (event: 'exit' | 'close'): Promise<Ending> => {
    const [exitCode, signal] = await once(child, event);
    return { exitCode, signal };
  };
  const [exited, ended] = [endingAt('exit'), endingAt('close')];
  // If the program cannot start, both promises reject. A promise that no test awaits must not end the test run then.
  for (const ending of [exited, ended]) ending.catch(() => {});
  return { child, output: () => output, printed: () => printed, exited, ended };
}

export type StartOptions = {
  /** An existing data directory, which `stop` does not remove. */
  readonly dataDirectory?: string;
  /** Whether the site has the response cache. Filling the cache keeps a processor busy for seconds. Undefined: it has none. */
  readonly responseCache?: boolean;
  /** The descriptor of a socket of `holdPort`, on which the server listens. */
  readonly socket?: number;
  /** The words of a command that runs the server, such as strace. The server must get the process id of this command. */
  readonly tracer?: readonly string[];
};

/** Starts the built server on a free port. Resolves when it listens. */
export async function startSite(environment: Environment = {}, options: StartOptions = {}) {
  const dataDirectory = options.dataDirectory ?? newDataDirectory();
  const program: Program = ['main', ...(options.responseCache ? [] : ['--without-response-cache'])];
  const running = run(program, { DATA_DIR: dataDirectory, ...environment }, dataDirectory, options);
  const { child, output, exited, ended } = running;
  const log: Arrivals<LogLine> = newArrivals(() => `its output:\n${output()}`);
  let rest = '';
  child.stdout.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('{')) log.add(JSON.parse(line) as LogLine);
  });
  ended.then(() => log.fail('the server ended')).catch((error: unknown) => log.fail(String(error)));
  const listening = log.waitFor(({ msg }) => msg === 'listening');
  listening.catch(() => child.kill('SIGKILL'));
  const { port } = await listening;
  return {
    url: `http://localhost:${port}`,
    port: Number(port),
    pid: child.pid ?? 0,
    dataDirectory,
    /** The log lines so far. */
    log: log.all,
    /** Standard output and standard error so far. */
    output,
    /** Resolves with the first line, past or future, that fits. Rejects if the process ends or no line fits within `hang`. */
    waitForLog: log.waitFor,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    /** This end of the pipe to which the server writes its log. */
    logPipe: child.stdout,
    /** Resolves when the process has ended. */
    exited,
    /** Resolves when the process has ended and `output` has all its output. */
    ended,
    /** Ends the process with SIGTERM. Removes its data directory, if `startSite` created it. */
    stop: async () => {
      child.kill('SIGTERM');
      const ending = await ended;
      if (!options.dataDirectory) rmSync(dataDirectory, { recursive: true, force: true });
      return ending;
    },
  };
}

/**
 * Runs a program of the build in `folder` until the program exits. Then removes the folder. `printed` is the program's standard
 * output; `output` also has its standard error.
 */
export async function runToEnd(program: Program, environment: Environment, folder = newDataDirectory()) {
  const { child, ended, output, printed } = run(program, environment, folder);
  const timer = setTimeout(() => child.kill('SIGKILL'), hang);
  const ending = await ended;
  clearTimeout(timer);
  rmSync(folder, { recursive: true, force: true });
  return { ...ending, output: output(), printed: printed() };
}
