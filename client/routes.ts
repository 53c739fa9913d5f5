import { type ComponentType, createElement, type ReactElement } from 'react';
import type { HostingFamily } from '../shared/hosting/family.ts';
import { type HostingId, type HostingListing, hostingList } from '../shared/hosting/list.ts';
import type { LegalDocument } from '../shared/legal/legalDocument.ts';
import { type LegalId, legalIds } from '../shared/legal/list.ts';
import { legalPath, paths, searchPath } from '../shared/paths.ts';
import { type Service, type ServiceId, services } from '../shared/services/list.ts';
import type { ServiceTexts } from '../shared/services/service.ts';
import { type LazyWithPreload, lazyWithPreload } from './ui/loading.ts';

export type PageRoute = LazyWithPreload<ReactElement> & {
  readonly path: string;
  /** The names of the page's webpack chunks, as the imports below name them. The build fails if a chunk is missing. */
  readonly chunks: readonly string[];
};

function route(path: string, chunks: readonly string[], load: () => Promise<ReactElement>): PageRoute {
  return { path, chunks, ...lazyWithPreload(load) };
}

/** The route of a page whose component is in `pages/`. */
function page(path: string, chunk: string, load: () => Promise<{ readonly Page: ComponentType }>): PageRoute {
  return route(path, [chunk], async () => createElement((await load()).Page));
}

/** A load for each id. Each import names its chunk after the id. */
type Loads<Id extends string, Loaded> = Readonly<Record<Id, () => Promise<Loaded>>>;

const pages: Loads<keyof typeof paths, { readonly Page: ComponentType }> = {
  home: () => import(/* webpackChunkName: "home" */ './pages/HomePage.tsx'),
  services: () => import(/* webpackChunkName: "services" */ './pages/ServicesPage.tsx'),
  about: () => import(/* webpackChunkName: "about" */ './pages/AboutPage.tsx'),
  contact: () => import(/* webpackChunkName: "contact" */ './pages/ContactPage.tsx'),
  support: () => import(/* webpackChunkName: "support" */ './pages/SupportPage.tsx'),
  legal: () => import(/* webpackChunkName: "legal" */ './pages/LegalPage.tsx'),
};

const families: Loads<HostingId, { readonly family: HostingFamily }> = {
  'server-hosting': () =>
    import(/* webpackChunkName: "server-hosting" */ '../shared/hosting/families/server-hosting.ts'),
  'shared-hosting': () =>
    import(/* webpackChunkName: "shared-hosting" */ '../shared/hosting/families/shared-hosting.ts'),
  'reseller-hosting': () =>
    import(/* webpackChunkName: "reseller-hosting" */ '../shared/hosting/families/reseller-hosting.ts'),
  'cpanel-hosting': () =>
    import(/* webpackChunkName: "cpanel-hosting" */ '../shared/hosting/families/cpanel-hosting.ts'),
  'pastel-hosting': () =>
    import(/* webpackChunkName: "pastel-hosting" */ '../shared/hosting/families/pastel-hosting.ts'),
  'microsoft-365': () => import(/* webpackChunkName: "microsoft-365" */ '../shared/hosting/families/microsoft-365.ts'),
};

function hosting({ id, path }: HostingListing): PageRoute {
  return route(path, ['hosting', id], async () => {
    const [{ HostingPage }, { family }] = await Promise.all([
      import(/* webpackChunkName: "hosting" */ './hosting/HostingPage.tsx'),
      families[id](),
    ]);
    return createElement(HostingPage, { family });
  });
}

const serviceTexts: Loads<ServiceId, { readonly texts: ServiceTexts }> = {
  'managed-infrastructure': () =>
    import(/* webpackChunkName: "managed-infrastructure" */ '../shared/services/texts/managed-infrastructure.ts'),
  cybersecurity: () => import(/* webpackChunkName: "cybersecurity" */ '../shared/services/texts/cybersecurity.ts'),
  'cloud-services': () => import(/* webpackChunkName: "cloud-services" */ '../shared/services/texts/cloud-services.ts'),
  'it-support': () => import(/* webpackChunkName: "it-support" */ '../shared/services/texts/it-support.ts'),
  'network-management': () =>
    import(/* webpackChunkName: "network-management" */ '../shared/services/texts/network-management.ts'),
  'it-health': () => import(/* webpackChunkName: "it-health" */ '../shared/services/texts/it-health.ts'),
  connectivity: () => import(/* webpackChunkName: "connectivity" */ '../shared/services/texts/connectivity.ts'),
  telecoms: () => import(/* webpackChunkName: "telecoms" */ '../shared/services/texts/telecoms.ts'),
  'it-software': () => import(/* webpackChunkName: "it-software" */ '../shared/services/texts/it-software.ts'),
  security: () => import(/* webpackChunkName: "security" */ '../shared/services/texts/security.ts'),
};

function service({ id, path, name }: Service): PageRoute {
  return route(path, ['service', id], async () => {
    const [{ ServicePage }, { texts }] = await Promise.all([
      import(/* webpackChunkName: "service" */ './services/ServicePage.tsx'),
      serviceTexts[id](),
    ]);
    return createElement(ServicePage, { id, path, name, ...texts });
  });
}

const legalDocuments: Loads<LegalId, { readonly legalDocument: LegalDocument }> = {
  'terms-of-service': () =>
    import(/* webpackChunkName: "terms-of-service" */ '../shared/legal/texts/terms-of-service.ts'),
  'privacy-policy': () => import(/* webpackChunkName: "privacy-policy" */ '../shared/legal/texts/privacy-policy.ts'),
  'service-level-agreement': () =>
    import(/* webpackChunkName: "service-level-agreement" */ '../shared/legal/texts/service-level-agreement.ts'),
  'data-processing-agreement': () =>
    import(/* webpackChunkName: "data-processing-agreement" */ '../shared/legal/texts/data-processing-agreement.ts'),
  'acceptable-use-policy': () =>
    import(/* webpackChunkName: "acceptable-use-policy" */ '../shared/legal/texts/acceptable-use-policy.ts'),
  'security-policy': () => import(/* webpackChunkName: "security-policy" */ '../shared/legal/texts/security-policy.ts'),
  'incident-response-policy': () =>
    import(/* webpackChunkName: "incident-response-policy" */ '../shared/legal/texts/incident-response-policy.ts'),
  'business-associate-agreement': () =>
    import(
      /* webpackChunkName: "business-associate-agreement" */ '../shared/legal/texts/business-associate-agreement.ts'
    ),
};

function legalDocument(id: LegalId): PageRoute {
  return route(legalPath(id), ['legal-document', id], async () => {
    const [{ LegalDocumentPage }, { legalDocument: document }] = await Promise.all([
      import(/* webpackChunkName: "legal-document" */ './legal/LegalDocumentPage.tsx'),
      legalDocuments[id](),
    ]);
    return createElement(LegalDocumentPage, { document });
  });
}

export const pageRoutes: readonly PageRoute[] = [
  ...Object.entries(pages).map(([id, load]) => page(paths[id as keyof typeof pages], id, load)),
  ...hostingList.map(hosting),
  ...services.map(service),
  ...legalIds.map(legalDocument),
  {
    ...page(searchPath, 'search', () => import(/* webpackChunkName: "search" */ './pages/SearchPage.tsx')),
    // The document does not load the search page's scripts, which are large because of the search index.
    chunks: [],
  },
];

export const notFoundRoute = page('*', 'lost', () => import(/* webpackChunkName: "lost" */ './pages/NotFoundPage.tsx'));

export function routeOf(path: string): PageRoute {
  return pageRoutes.find((candidate) => candidate.path === path) ?? notFoundRoute;
}

/** Preloads the page at a path, unless the visitor saves data. If preloading fails, the app tries again when the page is opened. */
export function preloadPage(path: string): void {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  if (!connection?.saveData)
    routeOf(path)
      .preload()
      .catch(() => {});
}
