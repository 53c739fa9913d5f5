import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { orderAddress, parameters } from '../../shared/paths.ts';
import { canonicalPath, keptAddresses, notFoundAddress, representKept } from './keptPage.ts';
import { startProgram, tellProgram } from './program.ts';
import type { RenderOptions } from './render.tsx';
import { createRenderer, type Renderer } from './renderer.ts';
import { copyOf, type Representation, sendRepresentation } from './representation.ts';
import type { WarmPage } from './warming.ts';

export type Pages = {
  readonly canonicalPath: typeof canonicalPath;
  /** The page at an address (path, or path and the plan's id), if it is rendered already. */
  readonly ready: (address: string) => Representation | undefined;
  /** Answers a GET for a page of the site; false when the address is none. */
  readonly send: (request: Request, response: Response) => Promise<boolean>;
  readonly sendNotFound: (request: Request, response: Response) => Promise<void>;
  /** Renders pages for one visitor, which are kept nowhere. */
  readonly renderer: Renderer;
  /** Renders every page anew, then compresses each as well as can be, in a process of its own. */
  readonly warm: (log: Logger) => void;
};

/** The files of the programs that render: the kept pages ahead, and the pages for one visitor. */
export type RenderPrograms = { readonly warming: string; readonly rendering: string };

/** The pages are the same for every visitor, so each is rendered once and kept as bytes. */
export function createPages(options: RenderOptions, programs: RenderPrograms): Pages {
  const ready = new Map<string, Representation>();
  const underWay = new Map<string, Promise<Representation>>();

  const renew = async (address: string): Promise<Representation> => {
    const representation = await representKept(address, options);
    ready.set(address, representation);
    return representation;
  };

  const page = (address: string): Representation | Promise<Representation> => {
    const known = ready.get(address) ?? underWay.get(address);
    if (known) return known;
    const rendered = renew(address).finally(() => underWay.delete(address));
    underWay.set(address, rendered);
    return rendered;
  };

  /** The kept address that answers a request: other parameters than a plan's id change nothing on the page. */
  const addressOf = (request: Request): string | undefined => {
    const { path } = request;
    if (!keptAddresses.has(path)) return undefined;
    const planId = request.query[parameters.order];
    const ordering = typeof planId === 'string' ? orderAddress(path, planId) : path;
    return keptAddresses.has(ordering) ? ordering : path;
  };

  return {
    canonicalPath,
    ready: (address) => (address === notFoundAddress ? undefined : ready.get(address)),
    send: async (request, response) => {
      const address = addressOf(request);
      if (!address) return false;
      sendRepresentation(request, response, await page(address));
      return true;
    },
    sendNotFound: async (request, response) => {
      sendRepresentation(request, response, await page(notFoundAddress), 404);
    },
    renderer: createRenderer(options, programs.rendering),
    warm: (log) => {
      // Without it each page is rendered when it is first asked for.
      const failed = (err: unknown) => log.error({ err }, 'warming stopped');
      try {
        const program = startProgram(programs.warming);
        let received = 0;
        program.on('message', ({ address, representation }: Partial<WarmPage>) => {
          // Node's own watcher, under `npm run dev`, sends messages on this way too.
          if (!address || !representation) return;
          ready.set(address, copyOf(representation));
          received += 1;
          if (received === keptAddresses.size + 1) log.info({ pages: received }, 'pages rendered');
        });
        program.on('error', failed);
        program.once('exit', (code, signal) => {
          const tell = () => {
            if (code === 0) log.info({ pages: ready.size }, 'pages warm');
            else log.warn({ code, signal }, 'warming stopped');
          };
          // Its last pages may come after its end, but not after the end of the channel.
          if (program.connected) program.once('disconnect', tell);
          else tell();
        });
        tellProgram(program, options);
      } catch (error) {
        failed(error);
      }
    },
  };
}
