import { type ChildProcess, fork } from 'node:child_process';
import { deadlines } from '../lib/deadlines.ts';
import type { Page, Situation } from './render.tsx';
import type { RenderRequest, RenderResponse } from './rendering.ts';

/** How many pages may wait in a queue, at about 15 ms each: for all clients, and for one client. Many phones may share an address. */
const mostWaiting = { all: 24, client: 3 } as const;
/** In milliseconds. If there is no page to render for so long, the program ends. */
const idleTimeout = 60 * 1000;

export type RenderOptions = {
  /** What the page shows besides what follows from its address. */
  readonly situation?: Situation;
  /** The key of the client that waits. Undefined: the server itself wants the page, for which no limit applies. */
  readonly client?: string | undefined;
  /** Whether the page shows a visitor's own order: a refused one, or the result. */
  readonly isOwn?: boolean;
};

export type RendererOptions = {
  /** The file of the rendering program (rendering.ts). */
  readonly program: string;
  /** Its command-line arguments. */
  readonly parameters?: readonly string[];
  /** In milliseconds. If a page takes longer, the program is killed. The first page includes the program's start. */
  readonly timeouts?: { readonly first: number; readonly next: number };
};

const defaultTimeouts = { first: deadlines.renderingFirst, next: deadlines.rendering };

/** The rendering program: a child process that starts when a page is needed, and ends after `idleTimeout`. */
function createProgram({ program, parameters = [], timeouts = defaultTimeouts }: RendererOptions) {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = (): ChildProcess => {
    // The child gets pipes of its own. If it inherited standard output and error, libuv would make them blocking, for this
    // process too, and the server would stop when nobody reads its log.
    const started = fork(program, parameters, { serialization: 'advanced', stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
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
    /** Rejects if the program fails, ends or is killed before it answers. Callers must ask for one page at a time. */
    ask: async (request: RenderRequest): Promise<Page> => {
      clearTimeout(idle);
      const timeout = child ? timeouts.next : timeouts.first;
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

type Waiting = RenderRequest & {
  readonly client: string | undefined;
  readonly resolve: (page: Page) => void;
  readonly reject: (error: unknown) => void;
};

export type Renderer = ReturnType<typeof createRenderer>;

/** Renders one page at a time. The two queues, visitors' own pages and other pages, take turns, so that neither blocks the other. */
export function createRenderer(options: RendererOptions) {
  const { ask, stop } = createProgram(options);
  const own: Waiting[] = [];
  const others: Waiting[] = [];
  let isRendering = false;
  let isTurnOfOwn = true;

  const next = (): Waiting | undefined => {
    isTurnOfOwn = !isTurnOfOwn;
    const [first, second] = isTurnOfOwn ? [own, others] : [others, own];
    return first.shift() ?? second.shift();
  };

  const renderWaiting = async (): Promise<void> => {
    if (isRendering) return;
    isRendering = true;
    for (let page = next(); page; page = next()) {
      const { address, situation, resolve, reject } = page;
      await ask({ address, situation }).then(resolve, reject);
    }
    isRendering = false;
  };

  return {
    /** Rejects with an error of status 503 if too many pages wait, and with another error if rendering fails. */
    renderPage: async (
      address: string,
      { situation = {}, client, isOwn = false }: RenderOptions = {},
    ): Promise<Page> => {
      const queue = isOwn ? own : others;
      if (client !== undefined && !hasRoom(queue, client))
        throw Object.assign(new Error('Too many pages wait to be rendered.'), { status: 503 });
      const { promise, resolve, reject } = Promise.withResolvers<Page>();
      queue.push({ address, situation, client, resolve, reject });
      void renderWaiting();
      return promise;
    },
    stop,
  };
}

function hasRoom(queue: readonly Waiting[], client: string): boolean {
  const ofClients = queue.filter((page) => page.client !== undefined);
  const ofClient = ofClients.filter((page) => page.client === client);
  return ofClients.length < mostWaiting.all && ofClient.length < mostWaiting.client;
}
