import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import pLimit from 'p-limit';
import { environmentWithoutSecrets } from '../config/configure.ts';
import { deadlines } from '../lib/deadlines.ts';
import { VisitorError } from '../lib/errors.ts';
import { minute } from '../lib/times.ts';
import type { RenderRequest, RenderResponse } from './renderingChild.ts';
import type { Page, Situation } from './renderPage.tsx';

/**
 * How many pages may wait, at about 15 ms each: pages of all clients, and of one client. Several phones may share one IP address.
 * Pages with a visitor's own order are counted apart from other pages, so that a flood of other pages keeps no order out.
 */
const mostWaiting = { all: 24, client: 3 } as const;
/** In milliseconds. After this time without a page to render, the rendering program ends. */
const idleTimeout = minute;

export type RenderOptions = {
  /** What the page shows that does not follow from its address. */
  readonly situation?: Situation;
  /** The key of the client that waits. Undefined: the server itself wants the page, for which no limit applies. */
  readonly client?: string | undefined;
  /** Whether the page shows a visitor's own order: the refused order, or the result. */
  readonly isOwn?: boolean;
};

/** In milliseconds. If a visitor's page takes longer, the program is killed. `first` includes the start of the program. */
const visitorTimeouts = { first: deadlines.renderingFirst, next: deadlines.rendering };

export type Renderer = ReturnType<typeof createRenderer>;

/**
 * Renders one page at a time, in a child process that starts when a page is needed, and ends after `idleTimeout`. `program`: the
 * file of renderingChild.ts. `parameters`: its command-line arguments.
 */
export function createRenderer(program: string, parameters: readonly string[], timeouts = visitorTimeouts) {
  const inTurn = pLimit(1);
  const waiting = new Set<RenderOptions>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  const stop = (): void => {
    clearTimeout(idle);
    if (child?.connected) child.disconnect();
    child = undefined;
  };

  const ask = async (request: RenderRequest, isAhead: boolean): Promise<Page> => {
    clearTimeout(idle);
    const running = child?.exitCode === null && child.signalCode === null ? child : undefined;
    child = running ?? startProgram(program, parameters);
    const timeoutOfVisitor = running ? timeouts.next : timeouts.first;
    try {
      return await requestPage(child, request, isAhead ? deadlines.renderingAhead : timeoutOfVisitor);
    } finally {
      idle = setTimeout(stop, idleTimeout).unref();
    }
  };

  return {
    /** Rejects with a `VisitorError` if too many pages wait, and with another error if rendering fails. */
    renderPage: async (address: string, options: RenderOptions = {}): Promise<Page> => {
      const page = { isOwn: false, ...options };
      const { situation = {}, client } = page;
      if (client !== undefined && !hasRoom([...waiting], page))
        throw new VisitorError('Too many pages wait to be rendered.', 503);
      waiting.add(page);
      return inTurn(() => {
        waiting.delete(page);
        return ask({ address, situation }, client === undefined);
      });
    },
    stop,
  };
}

function hasRoom(waiting: readonly RenderOptions[], { client, isOwn }: RenderOptions): boolean {
  const ofClients = waiting.filter((page) => page.client !== undefined && page.isOwn === isOwn);
  const ofClient = ofClients.filter((page) => page.client === client);
  return ofClients.length < mostWaiting.all && ofClient.length < mostWaiting.client;
}

function startProgram(program: string, parameters: readonly string[]): ChildProcess {
  // The child gets pipes of its own. If it inherited standard output and error, libuv would make these streams blocking, for this
  // process too, and the server would stop when nobody reads its log.
  const started = fork(program, parameters, {
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: environmentWithoutSecrets(),
  });
  // Without a listener, an error between two pages would end the server.
  started.on('error', () => {});
  started.stdout?.pipe(process.stderr, { end: false });
  started.stderr?.pipe(process.stderr, { end: false });
  return started;
}

/** Rejects if rendering fails, or if the program ends or is killed before the response. */
async function requestPage(asked: ChildProcess, request: RenderRequest, timeout: number): Promise<Page> {
  using _timer = setTimeout(() => asked.kill('SIGKILL'), timeout);
  // If the message cannot be sent, the program has ended, and `exit` follows.
  asked.send(request, () => {});
  for await (const [response] of on(asked, 'message', { close: ['exit'] }) as AsyncIterable<[RenderResponse]>) {
    // Not every message is a response: `node --watch` also sends messages on this channel.
    if ('page' in response) return response.page;
    if ('error' in response) throw new Error(response.error);
  }
  throw new Error('the rendering program ended');
}
