import { type ChildProcess, fork } from 'node:child_process';
import pLimit from 'p-limit';
import type { RenderedPage, Situation } from './render.tsx';
import type { RenderRequest, RenderResponse } from './rendering.ts';

export type Renderer = {
  /**
   * Renders the page at an address (path and query). `isWanted` is asked when its turn has come; undefined: nobody
   * waits for the page any more. Rejects when rendering fails.
   */
  readonly render: (
    address: string,
    situation: Situation,
    isWanted: () => boolean,
  ) => Promise<RenderedPage | undefined>;
  /** How many pages wait for the one that is being rendered. */
  readonly waiting: () => number;
};

export type RendererOptions = {
  /** The file of the program. */
  readonly program: string;
  /** Its parameters. */
  readonly parameters?: readonly string[];
  /** Milliseconds after which a render that does not end is given up. */
  readonly timeout?: number;
};

/** Milliseconds after which the program ends that has nothing to do. */
const idleTimeout = 60_000;

/** Renders one page at a time in a process of its own, which is there only while it is needed. */
export function createRenderer({ program, parameters = [], timeout = 5_000 }: RendererOptions): Renderer {
  const oneAtATime = pLimit(1);
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const start = (): ChildProcess => {
    // Without this process's own flags, which are there to keep it small.
    const started = fork(program, parameters, { serialization: 'advanced', execArgv: [] });
    const forget = () => {
      if (child === started) child = undefined;
    };
    return started.on('exit', forget).on('error', forget);
  };

  const end = (): void => {
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
        idle = setTimeout(end, idleTimeout).unref();
        settled();
      };
      const fail = (error?: unknown) =>
        settle(() => reject(error instanceof Error ? error : new Error('the rendering program ended')));
      const onMessage = (response: RenderResponse) => {
        // `node --watch` sends messages of its own on this channel.
        if (response.id !== id) return;
        if ('page' in response) settle(() => resolve(response.page));
        else fail(new Error(response.error));
      };
      const giveUp = setTimeout(() => asked.kill('SIGKILL'), timeout);
      asked.on('message', onMessage).on('exit', fail).on('error', fail);
      // A message that cannot be sent shows in the program's end.
      asked.send({ id, address, situation } satisfies RenderRequest, () => {});
    });
  };

  return {
    render: (address, situation, isWanted) =>
      oneAtATime(async () => (isWanted() ? ask(address, situation) : undefined)),
    waiting: () => oneAtATime.pendingCount,
  };
}
