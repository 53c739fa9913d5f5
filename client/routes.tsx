import { type ComponentType, createElement, use } from 'react';
import { paths } from '../shared/paths.ts';

export type PageRoute = {
  readonly path: string;
  /** The webpack chunks that hold the page. */
  readonly chunks: readonly string[];
  /** Resolves once the page can render without waiting. */
  readonly preload: () => Promise<void>;
  readonly Component: ComponentType;
};

type PageModule = { readonly Page: ComponentType };

const page = (path: string, chunks: readonly string[], load: () => Promise<PageModule>): PageRoute => {
  let Page: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  const preload = () => {
    loading ??= load().then(
      (loaded) => {
        Page = loaded.Page;
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return {
    path,
    chunks,
    preload,
    // biome-ignore lint/correctness/noComponentHookFactories: one component a route, made once when this module loads
    Component: () => {
      if (!Page) use(preload());
      return Page ? createElement(Page) : null;
    },
  };
};

/** Every page that can be indexed, in the sitemap's order. */
export const pageRoutes: readonly PageRoute[] = [
  page(paths.home, ['home'], () => import(/* webpackChunkName: "home" */ './pages/HomePage.tsx')),
  page(paths.services, ['services'], () => import(/* webpackChunkName: "services" */ './pages/ServicesPage.tsx')),
  page(paths.about, ['about'], () => import(/* webpackChunkName: "about" */ './pages/AboutPage.tsx')),
  page(paths.contact, ['contact'], () => import(/* webpackChunkName: "contact" */ './pages/ContactPage.tsx')),
  page(paths.support, ['support'], () => import(/* webpackChunkName: "support" */ './pages/SupportPage.tsx')),
  page(paths.legal, ['legal'], () => import(/* webpackChunkName: "legal" */ './pages/LegalPage.tsx')),
  page(
    paths.serverHosting,
    ['server-hosting'],
    () => import(/* webpackChunkName: "server-hosting" */ './pages/ServerHostingPage.tsx'),
  ),
  page(
    paths.sharedHosting,
    ['shared-hosting'],
    () => import(/* webpackChunkName: "shared-hosting" */ './pages/SharedHostingPage.tsx'),
  ),
  page(
    paths.resellerHosting,
    ['reseller-hosting'],
    () => import(/* webpackChunkName: "reseller-hosting" */ './pages/ResellerHostingPage.tsx'),
  ),
  page(
    paths.cpanelHosting,
    ['cpanel-hosting'],
    () => import(/* webpackChunkName: "cpanel-hosting" */ './pages/CpanelHostingPage.tsx'),
  ),
  page(
    paths.pastelHosting,
    ['pastel-hosting'],
    () => import(/* webpackChunkName: "pastel-hosting" */ './pages/PastelHostingPage.tsx'),
  ),
  page(
    paths.microsoft365,
    ['microsoft-365'],
    () => import(/* webpackChunkName: "microsoft-365" */ './pages/Microsoft365Page.tsx'),
  ),
];

export const notFoundRoute: PageRoute = page(
  '*',
  ['not-found'],
  () => import(/* webpackChunkName: "not-found" */ './pages/NotFoundPage.tsx'),
);

export const routeOf = (path: string): PageRoute => pageRoutes.find((route) => route.path === path) ?? notFoundRoute;
