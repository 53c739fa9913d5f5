import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import createCache from '@emotion/cache';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '../../client/App.tsx';
import type { DocumentTexts } from '../../client/document/Document.tsx';
import type { PageState } from '../../client/early/pageState.ts';
import { routeOf } from '../../client/routes.ts';
import { makeStore, type State } from '../../client/store.ts';
import { type FormStatus, idle } from '../../client/submission/submissionSlice.ts';
import { emotionOptions, stylesAttribute } from '../../client/theme/emotionOptions.ts';
import { globalStyles } from '../../client/theme/globalStyles.ts';
import { toastOf } from '../../client/toasts/toastsSlice.ts';
import { messages } from '../../shared/messages.ts';
import { parameters } from '../../shared/paths.ts';
import type { InlineTexts } from '../http/securityHeaders.ts';
import { structuredData } from './structuredData.ts';

/** What a page shows that does not follow from its address: a plan, and the status of its order form. Empty for other pages. */
export type Situation = Partial<FormStatus> & { readonly planId?: string };

export type Page = InlineTexts & { readonly html: string };

export type RenderSettings = {
  /** The script files of each named chunk of the client's build. One chunk is the entry `main`. */
  readonly chunks: { readonly [chunk: string]: readonly string[] };
  /** The texts of the two inline scripts, which are the same in every page. */
  readonly inlineScripts: { readonly head: string; readonly start: string };
  /** The part of the page state that comes from the configuration. */
  readonly site: State['site'];
};

/** `openPlan`: the plan whose order dialog the address opens. */
function stateOf(site: State['site'], openPlan: string | null, { planId, ...status }: Situation): Partial<State> {
  return {
    site,
    ...(openPlan && { openPlan }),
    ...(planId && { submission: { [planId]: { ...idle, ...status } } }),
    ...(planId && status.failed && { toasts: toastOf(messages.orderFailed, planId) }),
  };
}

function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * Renders one page. `address` is path and query. The stream is collected completely, because the page's styles, whose
 * hashes are in its Content-Security-Policy, are known only at the end. Rejects when a component throws.
 */
export async function renderPage(
  address: string,
  situation: Situation,
  { chunks, inlineScripts, site }: RenderSettings,
): Promise<Page> {
  const { pathname, search, searchParams } = new URL(address, site.publicOrigin);
  const route = routeOf(pathname);
  await route.preload();
  // Only pages without a query can be indexed, so only these pages have structured data.
  const data = search ? undefined : structuredData(pathname, site.publicOrigin);
  const preloadedState = stateOf(site, searchParams.get(parameters.order), situation);
  const cache = createCache(emotionOptions);
  // Finds the styles that the page uses: https://emotion.sh/docs/ssr#advanced-approach
  const { extractCriticalToChunks } = createEmotionServer(cache);

  const files = new Set(['main', ...route.chunks].flatMap((chunk) => chunks[chunk] ?? []));
  const pageState: PageState<State> = {
    address,
    scripts: Array.from(files, (file) => `/assets/${file}`),
    store: preloadedState,
  };
  const texts: DocumentTexts = {
    globalStyles,
    headScript: inlineScripts.head,
    structuredData: data ? jsonInHtml(data) : '',
    pageState: jsonInHtml(pageState),
  };

  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <App store={makeStore(preloadedState)} cache={cache} texts={texts}>
        {(page) => <StaticRouter location={address}>{page}</StaticRouter>}
      </App>,
      {
        bootstrapScriptContent: inlineScripts.start,
        // With a smaller size, React would move content by inline scripts, which the policy of the page blocks.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
        onError: reject,
      },
    );
  });

  const { styles } = extractCriticalToChunks(html);
  const pageStyles = styles.map(({ css }) => css).join('');
  return {
    html: html.replace('</head>', () => `<style ${stylesAttribute}>${pageStyles}</style></head>`),
    inlineScripts: Object.values(inlineScripts),
    inlineStyles: [globalStyles, pageStyles],
  };
}
