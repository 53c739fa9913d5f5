import { createElement, type ReactElement } from 'react';
import { type HostingListing, hostingList } from '../shared/hosting/list.ts';
import { legalIds } from '../shared/legal/list.ts';
import { legalPath, paths, searchPath, servicePath } from '../shared/paths.ts';
import { type Service, services } from '../shared/services/list.ts';
import { type LazyWithPreload, lazyWithPreload } from './ui/loading.ts';

export type PageRoute = LazyWithPreload<ReactElement> & {
  readonly path: string;
  /** The names of the page's webpack chunks. webpack replaces `[request]` by the file's name, with `-` for `.`. */
  readonly chunks: readonly string[];
};

function route(path: string, chunks: readonly string[], load: () => Promise<ReactElement>): PageRoute {
  return { path, chunks, ...lazyWithPreload(load) };
}

/** The route of a page whose component is in `pages/{name}Page.tsx`. */
function page(path: string, name: string): PageRoute {
  return route(path, [`${name}Page-tsx`], async () => {
    const { Page } = await import(/* webpackChunkName: "[request]" */ `./pages/${name}Page.tsx`);
    return createElement(Page);
  });
}

function hosting({ id, path }: HostingListing): PageRoute {
  return route(path, ['hosting', `hosting-${id}-ts`], async () => {
    const [{ HostingPage }, { family }] = await Promise.all([
      import(/* webpackChunkName: "hosting" */ './hosting/HostingPage.tsx'),
      import(/* webpackChunkName: "hosting-[request]" */ `../shared/hosting/families/${id}.ts`),
    ]);
    return createElement(HostingPage, { family });
  });
}

function service({ id, title }: Service): PageRoute {
  return route(servicePath(id), ['service', `service-${id}-ts`], async () => {
    const [{ ServicePage }, { texts }] = await Promise.all([
      import(/* webpackChunkName: "service" */ './services/ServicePage.tsx'),
      import(/* webpackChunkName: "service-[request]" */ `../shared/services/texts/${id}.ts`),
    ]);
    return createElement(ServicePage, { id, title, ...texts });
  });
}

function legalDocument(id: string): PageRoute {
  return route(legalPath(id), ['legal-document', `legal-${id}-ts`], async () => {
    const [{ LegalDocumentPage }, { legalDocument: document }] = await Promise.all([
      import(/* webpackChunkName: "legal-document" */ './legal/LegalDocumentPage.tsx'),
      import(/* webpackChunkName: "legal-[request]" */ `../shared/legal/texts/${id}.ts`),
    ]);
    return createElement(LegalDocumentPage, { document });
  });
}

export const pageRoutes: readonly PageRoute[] = [
  ...Object.entries(paths).map(([name, path]) => page(path, name.charAt(0).toUpperCase() + name.slice(1))),
  ...hostingList.map(hosting),
  ...services.map(service),
  ...legalIds.map(legalDocument),
  // No chunks, so that the document does not load the search page's scripts, which are large because of the search index.
  { ...page(searchPath, 'Search'), chunks: [] },
];

export const notFoundRoute = page('*', 'NotFound');

export function routeOf(path: string): PageRoute {
  return pageRoutes.find((candidate) => candidate.path === path) ?? notFoundRoute;
}

type NetworkInformation = { readonly saveData?: boolean };

/** Preloads the page at a path, unless the visitor saves data. If preloading fails, the app tries again when the page is opened. */
export function preloadPage(path: string): void {
  const { connection } = navigator as Navigator & { readonly connection?: NetworkInformation };
  if (!connection?.saveData)
    routeOf(path)
      .preload()
      .catch(() => {});
}
