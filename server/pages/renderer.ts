import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import pLimit from 'p-limit';
import type { RenderOptions, Situation } from './render.tsx';
import type { PageToRender, RenderedAnswer, RenderingStart } from './rendering.ts';
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
const mostWaiting = 16;
/** In milliseconds: after which a render that does not end is broken off, and the program that has nothing to do ends. */
const patience = 5_000;
const idle = 60_000;

/** Renders one page at a time in a process of its own, which is there only while it is needed. */
export const createRenderer = (options: RenderOptions, renderingProgram: string): Renderer => {
  const oneAtATime = pLimit(1);
  let program: ChildProcess | undefined;

  const start = (): ChildProcess => {
    // At full speed: this process's own flags are there to keep it small.
    const started = fork(renderingProgram, { serialization: 'advanced', execArgv: [] });
    const forget = () => {
      if (program === started) program = undefined;
    };
    started.once('exit', forget).once('error', forget);
    started.send({ options } satisfies RenderingStart);
    return started;
  };

  const endWhenIdle = setTimeout(() => {
    program?.disconnect();
    program = undefined;
  }, idle).unref();

  const ask = async (page: PageToRender): Promise<Representation> => {
    program ??= start();
    const asked = program;
    const settled = new AbortController();
    const { signal } = settled;
    const timeUp = setTimeout(() => asked.kill('SIGKILL'), patience);
    try {
      const answered = once(asked, 'message', { signal }) as Promise<[RenderedAnswer]>;
      const ended = once(asked, 'exit', { signal }).then(() => {
        throw new Error('the rendering program ended');
      });
      asked.send(page);
      const [answer] = await Promise.race([answered, ended]);
      if ('error' in answer) throw new Error(answer.error);
      return answer.representation;
    } finally {
      settled.abort();
      clearTimeout(timeUp);
      endWhenIdle.refresh();
    }
  };

  return {
    render: async (address, situation, isWanted) => {
      if (oneAtATime.pendingCount >= mostWaiting) return undefined;
      return oneAtATime(async () => (isWanted() ? ask({ address, situation }) : undefined));
    },
  };
};
