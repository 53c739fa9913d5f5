import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hang } from '../hang.ts';
import { type Arrivals, newArrivals } from './arrivals.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export type LogLine = { readonly level: number; readonly msg: string; readonly [field: string]: unknown };
export type Ending = { readonly exitCode: number | null; readonly signal: NodeJS.Signals | null };
export type Environment = { readonly [name: string]: string };

/** The built server in a child process. */
export type Site = {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDirectory: string;
  /** The log lines so far. */
  readonly log: readonly LogLine[];
  /** Standard output and standard error so far. */
  readonly output: () => string;
  /** Resolves with the first line, past or future, that fits. Rejects if the process ends, or after the timeout. */
  readonly waitForLog: (fits: (line: LogLine) => boolean) => Promise<LogLine>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Leaves the pipe that the log goes to as it is, until it is read again. */
  readonly pauseReading: () => void;
  readonly resumeReading: () => void;
  /** Closes that pipe. */
  readonly stopReading: () => void;
  /** The end of the process. */
  readonly exited: Promise<Ending>;
  /** The same, after all of its output has been read. */
  readonly ended: Promise<Ending>;
  /** Ends the process with SIGTERM. Removes its data directory, if `startSite` created it. */
  readonly stop: () => Promise<Ending>;
};

// Of the developer's environment only PATH; the working directory has no `.env`.
function environmentFor(environment: Environment) {
  return { PATH: process.env.PATH, PORT: '0', ...environment };
}

export function newDataDirectory(): string {
  return mkdtempSync(path.join(tmpdir(), 'site-'));
}

type Running = {
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Standard output alone. */
  readonly printed: () => string;
  readonly onOutput: (listener: (chunk: string) => void) => void;
  readonly exited: Promise<Ending>;
  readonly ended: Promise<Ending>;
};

/** A program of the build with its arguments. */
type Program = readonly ['main' | 'report' | 'submissions', ...string[]];

type RunOptions = Pick<StartOptions, 'socket' | 'tracer'>;

function run(program: Program, environment: Environment, cwd: string, options: RunOptions = {}): Running {
  const { socket, tracer = [] } = options;
  const [name, ...parameters] = program;
  const [command, ...fixed] =
    name === 'main'
      ? [path.join(root, 'deploy/start.sh')]
      : [process.execPath, path.join(root, `dist/server/${name}.cjs`)];
  // As systemd passes a socket: sd_listen_fds(3).
  const passing = socket === undefined ? [] : ['/bin/sh', '-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"'];
  const [first = command, ...words] = [...tracer, ...passing, command, ...fixed, ...parameters];
  const child = spawn(first, words, {
    cwd,
    env: environmentFor(environment),
    stdio: ['ignore', 'pipe', 'pipe', ...(socket === undefined ? [] : [socket])],
  });
  let output = '';
  const exited = new Promise<Ending>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const note = (chunk: string) => {
    output += chunk;
  };
  child.stderr?.setEncoding('utf8').on('data', note);
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    note(chunk);
    printed += chunk;
  });
  return {
    process: child,
    output: () => output,
    printed: () => printed,
    onOutput: (listener) => child.stdout?.on('data', listener),
    exited,
    ended,
  };
}

export type StartOptions = {
  /** An existing data directory, which `stop` does not remove. Its database is used again too. */
  readonly dataDirectory?: string;
  /** Whether it has the response cache, whose compression uses a processor for seconds; false unless given. */
  readonly responseCache?: boolean;
  /** The descriptor of a held socket, on which it listens. */
  readonly socket?: number;
  /** Words before the command of the server, which keeps its process id. */
  readonly tracer?: readonly string[];
};

/** Starts the built server on a free port; resolves when it listens. */
export async function startSite(environment: Environment = {}, options: StartOptions = {}): Promise<Site> {
  const dataDirectory = options.dataDirectory ?? newDataDirectory();
  const running = run(
    ['main', ...(options.responseCache ? [] : ['--without-response-cache'])],
    { DATA_DIR: dataDirectory, ...environment },
    dataDirectory,
    options,
  );
  const log: Arrivals<LogLine> = newArrivals(() => `its output:\n${running.output()}`);
  let rest = '';
  running.onOutput((chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('{')) log.add(JSON.parse(line) as LogLine);
  });
  running.ended.then(
    () => log.fail('the server ended'),
    (error: unknown) => log.fail(String(error)),
  );

  const { port } = await log
    .waitFor(({ msg }) => msg === 'listening')
    .catch((error: unknown) => {
      running.process.kill('SIGKILL');
      throw error;
    });
  const { promise: stuck, reject: noteStuck } = Promise.withResolvers<never>();
  const ended = Promise.race([running.ended, stuck]);
  // A test that does not wait for the end has its own failure.
  ended.catch(() => {});
  const signal = (name: NodeJS.Signals) => {
    running.process.kill(name);
    if (name === 'SIGTERM' || name === 'SIGINT')
      setTimeout(() => {
        const state = running.process.exitCode === null ? 'runs on' : 'has exited, but its output is still open';
        noteStuck(new Error(`${name} was sent, and the server ${state}; its output:\n${running.output()}`));
      }, hang).unref();
  };
  return {
    url: `http://localhost:${port}`,
    port: Number(port),
    pid: running.process.pid ?? 0,
    dataDirectory,
    log: log.all,
    output: running.output,
    waitForLog: log.waitFor,
    signal,
    pauseReading: () => void running.process.stdout?.pause(),
    resumeReading: () => void running.process.stdout?.resume(),
    stopReading: () => running.process.stdout?.destroy(),
    exited: running.exited,
    ended,
    stop: async () => {
      signal('SIGTERM');
      const ending = await ended;
      if (!options.dataDirectory) rmSync(dataDirectory, { recursive: true, force: true });
      return ending;
    },
  };
}

/**
 * Runs a program of the build until it exits, or for so many milliseconds, in a folder that is then removed. `printed`: its
 * standard output; `output`: with standard error.
 */
export async function runToEnd(
  program: Program,
  environment: Environment,
  most = hang,
  folder = newDataDirectory(),
): Promise<Ending & { readonly output: string; readonly printed: string }> {
  const running = run(program, environment, folder);
  const timer = setTimeout(() => running.process.kill('SIGKILL'), most);
  const ending = await running.ended;
  clearTimeout(timer);
  rmSync(folder, { recursive: true, force: true });
  return { ...ending, output: running.output(), printed: running.printed() };
}
