import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import createCache from '@emotion/cache';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '../../client/App.tsx';
import { type DocumentState, documentStateId } from '../../client/documentState.ts';
import { startScript } from '../../client/layout/startScript.ts';
import { orderDialog } from '../../client/ordering/OrderDialogLoader.tsx';
import { noOrdering } from '../../client/ordering/orderingSlice.ts';
import { routeOf } from '../../client/routes.tsx';
import { makeStore, type State } from '../../client/store.ts';
import { emotionOptions } from '../../client/theme/emotionOptions.ts';
import { themeScript } from '../../client/theme/themeScript.ts';
import { toastOf } from '../../client/toasts/toastsSlice.ts';
import { messages } from '../../shared/messages.ts';
import { endpoints } from '../../shared/paths.ts';
import favicon from '../../static/favicon.svg?inline';
import type { InlineTexts } from '../securityHeaders.ts';
import { structuredData } from './structuredData.ts';

/** What a page shows beyond its address: an order's dialog, or what became of an order. */
export type Situation = {
  readonly order?: {
    readonly planId: string;
    readonly values?: { readonly [field: string]: string };
    readonly errors?: { readonly [field: string]: string };
    /** Whether the order could not be taken through no fault of its fields. */
    readonly failed?: boolean;
    /** Whether another site's page has posted it. */
    readonly isForeign?: boolean;
  };
  /** An order that has just been stored. */
  readonly submitted?: { readonly reference: string; readonly planId: string };
};

export type RenderedPage = InlineTexts & { readonly html: string };

/** The files of each named chunk, the entry `main` among them. */
export type ChunkFiles = { readonly [chunk: string]: readonly string[] };

export type RenderOptions = {
  readonly chunks: ChunkFiles;
  /** What the configuration decides about the pages. */
  readonly site: State['site'];
};

function stateOf(site: State['site'], { order, submitted }: Situation): Partial<State> {
  return {
    site,
    ...(order ? { ordering: { ...noOrdering, ...order } } : {}),
    ...(submitted ? { ordering: { ...noOrdering, submitted } } : {}),
    ...(order?.failed ? { toasts: toastOf(messages.orderFailed) } : {}),
    ...(submitted ? { toasts: toastOf(messages.orderSubmitted, submitted.reference) } : {}),
  };
}

/**
 * The vector icon stands inline: it spares every first visit a request that would go before the drawings'. The manifest
 * comes by the start script, and by this link where there are no scripts.
 */
const links = [
  `<link rel="icon" href="${favicon}" type="image/svg+xml"/>`,
  '<link rel="icon" href="/favicon.ico" sizes="32x32"/>',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>',
  `<noscript><link rel="manifest" href="${endpoints.manifest}"/></noscript>`,
].join('');

/** How React begins the start script's element. */
const startElement = '<script id="_R_">';

function inJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * Renders one page to its bytes-to-be. `address` is path and query. The stream is collected whole, because the page's policy carries the hash of the styles that rendering brings forth.
 */
export async function renderPage(
  address: string,
  situation: Situation,
  { chunks: files, site }: RenderOptions,
): Promise<RenderedPage> {
  const { publicOrigin } = site;
  const state = stateOf(site, situation);
  const route = routeOf(new URL(address, publicOrigin).pathname);
  await Promise.all([route.preload(), orderDialog.preload()]);
  const store = makeStore(state);
  const cache = createCache(emotionOptions);
  // https://emotion.sh/docs/ssr#advanced-approach
  const { extractCriticalToChunks, constructStyleTagsFromChunks } = createEmotionServer(cache);

  const wanted = ['main', ...route.chunks, ...(store.getState().ordering.planId ? ['ordering'] : [])];
  const scripts = [...new Set(wanted.flatMap((chunk) => files[chunk] ?? []))].map((file) => `/assets/${file}`);
  const start = startScript(scripts);

  const streamed = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <App store={store} cache={cache}>
        {(page) => <StaticRouter location={address}>{page}</StaticRouter>}
      </App>,
      {
        bootstrapScriptContent: start,
        // Everything is waited for: nothing may be outlined into inline scripts that the policy would block.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
        onError: reject,
      },
    );
  });

  const chunks = extractCriticalToChunks(streamed);
  const head = links + constructStyleTagsFromChunks(chunks);
  // What there is nothing to see of comes last: on a slow line each kilobyte before the content is 20 ms.
  const tail = [
    ...(situation.order ? [] : structuredData(new URL(address, publicOrigin).pathname, publicOrigin)).map(
      (data) => `<script type="application/ld+json">${inJson(data)}</script>`,
    ),
    `<script type="application/json" id="${documentStateId}">${inJson({ page: address, store: state } satisfies DocumentState)}</script>`,
  ].join('');

  return {
    html: streamed.replace('</head>', () => `${head}</head>`).replace(startElement, () => `${tail}${startElement}`),
    inlineScripts: [themeScript, start],
    inlineStyles: chunks.styles.map(({ css }) => css),
  };
}
