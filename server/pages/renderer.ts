import { type ChildProcess, fork } from 'node:child_process';
import { deadlines } from '../lib/deadlines.ts';
import type { EncodedPage, RenderRequest, RenderResponse } from './rendering.ts';

/** The most pages of each kind that wait, at about 15 ms each. Nobody but the server itself asks for `ready` ones. */
const mostWaiting = { ready: Number.POSITIVE_INFINITY, query: 16, result: 24, refusal: 24 } as const;
/** The most of a kind that wait for one client. Many phones may share an address. */
const mostOfClient = 3;

/** Kinds of pages: the cached ones, with another query, with the result of an order, with a refused order. */
export type PageKind = keyof typeof mostWaiting;

/** A page to render, without the number of its request. */
export type WantedPage = Omit<RenderRequest, 'id'> & {
  readonly kind: PageKind;
  /** The key of the client that waits for it. */
  readonly client?: string;
  /** Called before the page is rendered. */
  readonly isWanted: () => boolean;
};

export type Renderer = {
  /** Resolves with undefined if the page is no longer wanted. Rejects if rendering fails. */
  readonly render: (page: WantedPage) => Promise<EncodedPage | undefined>;
  /** Whether one more page of this kind may wait for this client. */
  readonly hasRoom: (kind: PageKind, client: string) => boolean;
  /** Ends the program. */
  readonly stop: () => void;
};

export type RendererOptions = {
  /** The file of the rendering program (rendering.ts). */
  readonly program: string;
  /** Its command-line arguments. */
  readonly parameters?: readonly string[];
  /** Milliseconds after which the program is killed if a page is not rendered; the first one includes its start. */
  readonly timeouts?: { readonly first: number; readonly next: number };
};

/** Milliseconds without a page to render after which the program ends. */
const idleTimeout = 60 * 1000;

const defaultTimeouts = { first: deadlines.renderingFirst, next: deadlines.rendering };

class ProgramEnded extends Error {
  override message = 'the rendering program ended';
}

type Program = {
  /** Rejects with `ProgramEnded` if the program ends or is killed before it answers. */
  readonly ask: (page: WantedPage) => Promise<EncodedPage>;
  readonly stop: () => void;
};

/** The rendering program: a child process, which is started when it is needed and ends when it has been idle for long. */
function createProgram({ program, parameters = [], timeouts = defaultTimeouts }: RendererOptions): Program {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const start = (): ChildProcess => {
    const started = fork(program, parameters, { serialization: 'advanced' });
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
    ask: async ({ address, situation, coding }) => {
      clearTimeout(idle);
      const timeout = child ? timeouts.next : timeouts.first;
      child ??= start();
      lastId += 1;
      try {
        return await answerOf(child, { id: lastId, address, situation, coding }, timeout);
      } finally {
        idle = setTimeout(stop, idleTimeout).unref();
      }
    },
    stop,
  };
}

function answerOf(asked: ChildProcess, request: RenderRequest, timeout: number): Promise<EncodedPage> {
  return new Promise<EncodedPage>((resolve, reject) => {
    const settle = (settled: () => void) => {
      clearTimeout(giveUp);
      asked.off('message', onMessage).off('exit', fail).off('error', fail);
      settled();
    };
    const fail = (error?: unknown) => settle(() => reject(error instanceof Error ? error : new ProgramEnded()));
    const onMessage = (response: RenderResponse) => {
      // `node --watch` also sends messages on this channel.
      if (response.id !== request.id) return;
      if ('page' in response) settle(() => resolve(response.page));
      else fail(new Error(response.error));
    };
    const giveUp = setTimeout(() => asked.kill('SIGKILL'), timeout);
    asked.on('message', onMessage).on('exit', fail).on('error', fail);
    // If the message cannot be sent, the program has ended, and `fail` is called.
    asked.send(request, () => {});
  });
}

type Waiting = WantedPage & { readonly settle: (page: Promise<EncodedPage> | undefined) => void };

/** Renders one page at a time. The kinds of pages take turns: many of one kind do not keep the others waiting. */
export function createRenderer(options: RendererOptions): Renderer {
  const { ask, stop } = createProgram(options);
  const waiting: { readonly [kind in PageKind]: Waiting[] } = { ready: [], query: [], result: [], refusal: [] };
  /** In the order of their next turns. */
  const kinds = Object.keys(waiting) as PageKind[];
  let isRendering = false;

  /** A program that was killed says nothing about the page: a fresh one is asked once more. */
  const askTwice = (page: WantedPage): Promise<EncodedPage> =>
    ask(page).catch((error: unknown) => {
      if (error instanceof ProgramEnded && page.isWanted()) return ask(page);
      throw error;
    });

  const next = (): Waiting | undefined => {
    const kind = kinds.find((one) => waiting[one].length > 0);
    if (!kind) return undefined;
    kinds.splice(kinds.indexOf(kind), 1);
    kinds.push(kind);
    return waiting[kind].shift();
  };

  const renderWaiting = async (): Promise<void> => {
    if (isRendering) return;
    isRendering = true;
    for (let page = next(); page; page = next()) {
      const rendered = page.isWanted() ? askTwice(page) : undefined;
      page.settle(rendered);
      await rendered?.catch(() => {});
    }
    isRendering = false;
  };

  return {
    render: (page) =>
      new Promise((settle) => {
        waiting[page.kind].push({ ...page, settle });
        void renderWaiting();
      }),
    hasRoom: (kind, client) => {
      const pages = waiting[kind].filter((page) => page.isWanted());
      return pages.length < mostWaiting[kind] && pages.filter((page) => page.client === client).length < mostOfClient;
    },
    stop,
  };
}
