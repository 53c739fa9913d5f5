import { type ChildProcess, fork } from 'node:child_process';
import pLimit from 'p-limit';
import { environmentWithoutSecrets } from '../config/configure.ts';
import { deadlines } from '../lib/deadlines.ts';
import { VisitorError } from '../lib/errors.ts';
import type { RenderRequest, RenderResponse } from './renderingChild.ts';
import type { Page, Situation } from './renderPage.tsx';

/**
 * How many pages may wait, at about 15 ms each: pages of all clients, and of one client. Several phones may share one IP address.
 * Pages with a visitor's own order are counted apart from other pages, so that a flood of other pages keeps no order out.
 */
const mostWaiting = { all: 24, client: 3 } as const;
/** In milliseconds. After this time without a page to render, the rendering program ends. */
const idleTimeout = 60 * 1000;

export type RenderOptions = {
  /** What the page shows that does not follow from its address. */
  readonly situation?: Situation;
  /** The key of the client that waits. Undefined: the server itself wants the page, for which no limit applies. */
  readonly client?: string | undefined;
  /** Whether the page shows a visitor's own order: the refused order, or the result. */
  readonly isOwn?: boolean;
};

/** A page that waits for its turn. */
type Waiting = { readonly client: string | undefined; readonly isOwn: boolean };

export type RendererOptions = {
  /** The file of the rendering program (renderingChild.ts). */
  readonly program: string;
  /** The command-line arguments of the program. */
  readonly parameters?: readonly string[];
  /**
   * In milliseconds. If a page takes longer, the program is killed. `first` includes the start of the program. `ahead`: for a page
   * that no visitor waits for.
   */
  readonly timeouts?: { readonly first?: number; readonly next?: number; readonly ahead?: number };
};

const { rendering, renderingFirst, renderingAhead } = deadlines;

/** The rendering program: a child process that starts when a page is needed, and ends after `idleTimeout`. */
function createProgram({ program, parameters = [], timeouts = {} }: RendererOptions) {
  const { first = renderingFirst, next = rendering, ahead = renderingAhead } = timeouts;
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = (): ChildProcess => {
    // The child gets pipes of its own. If it inherited standard output and error, libuv would make these streams blocking, for this
    // process too, and the server would stop when nobody reads its log.
    const started = fork(program, parameters, {
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: environmentWithoutSecrets(),
    });
    started.stdout?.pipe(process.stderr, { end: false });
    started.stderr?.pipe(process.stderr, { end: false });
    const forget = () => {
      if (child === started) child = undefined;
    };
    return started.on('exit', forget).on('error', forget);
  };

  const stop = (): void => {
    clearTimeout(idle);
    child?.disconnect();
    child = undefined;
  };

  return {
    /** Rejects if the program fails, ends or is killed before the answer. Callers must ask for one page at a time. */
    ask: async (request: RenderRequest, isAhead: boolean): Promise<Page> => {
      clearTimeout(idle);
      const timeoutOfVisitor = child ? next : first;
      const timeout = isAhead ? ahead : timeoutOfVisitor;
      child ??= start();
      try {
        return await answerOf(child, request, timeout);
      } finally {
        idle = setTimeout(stop, idleTimeout).unref();
      }
    },
    stop,
  };
}

function answerOf(asked: ChildProcess, request: RenderRequest, timeout: number): Promise<Page> {
  const { promise, resolve, reject } = Promise.withResolvers<Page>();
  const onMessage = (response: RenderResponse) => {
    // Not every message is an answer: `node --watch` also sends messages on this channel.
    if ('page' in response) resolve(response.page);
    else if ('error' in response) reject(new Error(response.error));
  };
  const onEnd = () => reject(new Error('the rendering program ended'));
  const giveUp = setTimeout(() => asked.kill('SIGKILL'), timeout);
  asked.on('message', onMessage).on('exit', onEnd).on('error', reject);
  // If the message cannot be sent, the program has ended, and `onEnd` is called.
  asked.send(request, () => {});
  return promise.finally(() => {
    clearTimeout(giveUp);
    asked.off('message', onMessage).off('exit', onEnd).off('error', reject);
  });
}

export type Renderer = ReturnType<typeof createRenderer>;

/** Renders one page at a time. */
export function createRenderer(options: RendererOptions) {
  const { ask, stop } = createProgram(options);
  const inTurn = pLimit(1);
  const waiting = new Set<Waiting>();

  return {
    /** Rejects with a `VisitorError` if too many pages wait, and with another error if rendering fails. */
    renderPage: async (
      address: string,
      { situation = {}, client, isOwn = false }: RenderOptions = {},
    ): Promise<Page> => {
      const page = { client, isOwn };
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

function hasRoom(waiting: readonly Waiting[], { client, isOwn }: Waiting): boolean {
  const ofClients = waiting.filter((page) => page.client !== undefined && page.isOwn === isOwn);
  const ofClient = ofClients.filter((page) => page.client === client);
  return ofClients.length < mostWaiting.all && ofClient.length < mostWaiting.client;
}
