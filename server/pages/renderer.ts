import type { ChildProcess } from 'node:child_process';
import pLimit from 'p-limit';
import { startProgram, tellProgram } from './program.ts';
import type { RenderOptions, Situation } from './render.tsx';
import type { PageToRender, RenderedPage, RenderingStart } from './rendering.ts';
import type { Representation } from './representation.ts';

export type Renderer = {
  /**
   * A page for one visitor; undefined when too many wait, or when nobody waits for this one any more. Rejects when
   * rendering fails. `isWanted` is asked when its turn has come.
   */
  readonly render: (
    address: string,
    situation: Situation,
    isWanted: () => boolean,
  ) => Promise<Representation | undefined>;
};

/** Pages that wait while one is rendered: about a fifth of a second. */
export const mostWaiting = 16;
/** Milliseconds after which the program that has nothing to do ends. */
const idle = 60_000;

/**
 * Renders one page at a time in a process of its own, which is there only while it is needed. `patience`: milliseconds
 * after which a render that does not end is broken off.
 */
export function createRenderer(options: RenderOptions, renderingProgram: string, patience = 5_000): Renderer {
  const oneAtATime = pLimit(1);
  let program: ChildProcess | undefined;
  let idling: NodeJS.Timeout | undefined;
  let asked = 0;

  const start = (): ChildProcess => {
    const started = startProgram(renderingProgram);
    const forget = () => {
      if (program === started) program = undefined;
    };
    started.on('exit', forget).on('error', forget);
    tellProgram(started, { options } satisfies RenderingStart);
    return started;
  };

  const end = (): void => {
    program?.disconnect();
    program = undefined;
  };

  const ask = (address: string, situation: Situation): Promise<Representation> => {
    clearTimeout(idling);
    program ??= start();
    const renderer = program;
    asked += 1;
    const number = asked;
    return new Promise<Representation>((resolve, reject) => {
      const failed = (error?: unknown) =>
        settle(() => reject(error instanceof Error ? error : new Error('the rendering program ended')));
      const answered = (page: RenderedPage) => {
        // Node's own watcher, under `npm run dev`, sends messages on this way too.
        if (page.number !== number) return;
        if ('representation' in page) settle(() => resolve(page.representation));
        else failed(new Error(page.error));
      };
      const timeUp = setTimeout(() => renderer.kill('SIGKILL'), patience);
      const settle = (settled: () => void) => {
        clearTimeout(timeUp);
        renderer.off('message', answered).off('exit', failed).off('error', failed);
        idling = setTimeout(end, idle).unref();
        settled();
      };
      renderer.on('message', answered).on('exit', failed).on('error', failed);
      tellProgram(renderer, { number, address, situation } satisfies PageToRender);
    });
  };

  return {
    render: async (address, situation, isWanted) => {
      if (oneAtATime.pendingCount >= mostWaiting) return undefined;
      return oneAtATime(async () => (isWanted() ? ask(address, situation) : undefined));
    },
  };
}
