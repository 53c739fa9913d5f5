import { type ChildProcess, fork } from 'node:child_process';
import pLimit from 'p-limit';
import type { RenderedPage, Situation } from './render.tsx';
import type { RenderRequest, RenderResponse } from './rendering.ts';

export type Renderer = {
  /**
   * Renders the page at an address (path and query). Calls `isWanted` before it starts; resolves with undefined if the
   * page is no longer wanted. Rejects if rendering fails.
   */
  readonly render: (
    address: string,
    situation: Situation,
    isWanted: () => boolean,
  ) => Promise<RenderedPage | undefined>;
  /** The number of pages that wait to be rendered and are still wanted. */
  readonly waiting: () => number;
  /** Ends the program. */
  readonly stop: () => void;
};

export type RendererOptions = {
  /** The file of the rendering program (rendering.ts). */
  readonly program: string;
  /** Its command-line arguments. */
  readonly parameters?: readonly string[];
  /** Milliseconds after which the program is killed if a page is not rendered. */
  readonly timeout?: number;
};

/** Milliseconds without a page to render after which the program ends. */
const idleTimeout = 10 * 60 * 1000;

/** Renders one page at a time in a child process, which is started when it is needed. */
export function createRenderer({ program, parameters = [], timeout = 5_000 }: RendererOptions): Renderer {
  const oneAtATime = pLimit(1);
  const waiting = new Set<{ readonly isWanted: () => boolean }>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const start = (): ChildProcess => {
    // Not with this process's own flags, which limit its memory.
    const started = fork(program, parameters, { serialization: 'advanced', execArgv: ['--enable-source-maps'] });
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

  const ask = (address: string, situation: Situation): Promise<RenderedPage> => {
    clearTimeout(idle);
    child ??= start();
    const asked = child;
    lastId += 1;
    const id = lastId;
    return new Promise<RenderedPage>((resolve, reject) => {
      const settle = (settled: () => void) => {
        clearTimeout(giveUp);
        asked.off('message', onMessage).off('exit', fail).off('error', fail);
        idle = setTimeout(stop, idleTimeout).unref();
        settled();
      };
      const fail = (error?: unknown) =>
        settle(() => reject(error instanceof Error ? error : new Error('the rendering program ended')));
      const onMessage = (response: RenderResponse) => {
        // `node --watch` also sends messages on this channel.
        if (response.id !== id) return;
        if ('page' in response) settle(() => resolve(response.page));
        else fail(new Error(response.error));
      };
      const giveUp = setTimeout(() => asked.kill('SIGKILL'), timeout);
      asked.on('message', onMessage).on('exit', fail).on('error', fail);
      // If the message cannot be sent, the program has ended, and `fail` is called.
      asked.send({ id, address, situation } satisfies RenderRequest, () => {});
    });
  };

  return {
    render: (address, situation, isWanted) => {
      const page = { isWanted };
      waiting.add(page);
      return oneAtATime(async () => {
        waiting.delete(page);
        return isWanted() ? ask(address, situation) : undefined;
      });
    },
    waiting: () => [...waiting].filter((page) => page.isWanted()).length,
    stop,
  };
}
