import type { ComponentType, ReactElement } from 'react';
import type { LegalDocument } from '../shared/legal/legalDocument.ts';
import type { LegalDocumentId } from '../shared/legal/list.ts';
import { legalPath, paths, servicePath } from '../shared/paths.ts';
import type { ServiceId, ServicePage as ServiceTexts } from '../shared/services/service.ts';
import { fetchAhead, type Lazy, lazily } from './ui/lazily.ts';

export type PageRoute = Lazy<ReactElement> & {
  readonly path: string;
  /** The webpack chunks that hold the page. */
  readonly chunks: readonly string[];
};

function route(path: string, chunks: readonly string[], load: () => Promise<ReactElement>): PageRoute {
  return {
    path,
    chunks,
    ...lazily(load),
  };
}

function page(path: string, chunk: string, load: () => Promise<{ readonly Page: ComponentType }>): PageRoute {
  return route(path, [chunk], () => load().then(({ Page }) => <Page />));
}

/** A service's page: the layout they share, and the one text. */
function service(id: ServiceId, load: () => Promise<ServiceTexts>): PageRoute {
  return route(servicePath(id), ['service', `service-${id}`], async () => {
    const [{ ServicePage }, texts] = await Promise.all([
      import(/* webpackChunkName: "service" */ './services/ServicePage.tsx'),
      load(),
    ]);
    return <ServicePage texts={texts} />;
  });
}

function legalDocument(id: LegalDocumentId, load: () => Promise<LegalDocument>): PageRoute {
  return route(legalPath(id), ['legal-document', `legal-${id}`], async () => {
    const [{ LegalDocumentPage }, document] = await Promise.all([
      import(/* webpackChunkName: "legal-document" */ './legal/LegalDocumentPage.tsx'),
      load(),
    ]);
    return <LegalDocumentPage document={document} />;
  });
}

/** Every page that can be indexed, in the sitemap's order. */
export const pageRoutes: readonly PageRoute[] = [
  page(paths.home, 'home', () => import(/* webpackChunkName: "home" */ './pages/HomePage.tsx')),
  page(paths.services, 'services', () => import(/* webpackChunkName: "services" */ './pages/ServicesPage.tsx')),
  page(paths.about, 'about', () => import(/* webpackChunkName: "about" */ './pages/AboutPage.tsx')),
  page(paths.contact, 'contact', () => import(/* webpackChunkName: "contact" */ './pages/ContactPage.tsx')),
  page(paths.support, 'support', () => import(/* webpackChunkName: "support" */ './pages/SupportPage.tsx')),
  page(paths.legal, 'legal', () => import(/* webpackChunkName: "legal" */ './pages/LegalPage.tsx')),
  page(
    paths.serverHosting,
    'server-hosting',
    () => import(/* webpackChunkName: "server-hosting" */ './pages/ServerHostingPage.tsx'),
  ),
  page(
    paths.sharedHosting,
    'shared-hosting',
    () => import(/* webpackChunkName: "shared-hosting" */ './pages/SharedHostingPage.tsx'),
  ),
  page(
    paths.resellerHosting,
    'reseller-hosting',
    () => import(/* webpackChunkName: "reseller-hosting" */ './pages/ResellerHostingPage.tsx'),
  ),
  page(
    paths.cpanelHosting,
    'cpanel-hosting',
    () => import(/* webpackChunkName: "cpanel-hosting" */ './pages/CpanelHostingPage.tsx'),
  ),
  page(
    paths.pastelHosting,
    'pastel-hosting',
    () => import(/* webpackChunkName: "pastel-hosting" */ './pages/PastelHostingPage.tsx'),
  ),
  page(
    paths.microsoft365,
    'microsoft-365',
    () => import(/* webpackChunkName: "microsoft-365" */ './pages/Microsoft365Page.tsx'),
  ),
  service('managed-infrastructure', () =>
    import(
      /* webpackChunkName: "service-managed-infrastructure" */ '../shared/services/managed-infrastructure.ts'
    ).then((texts) => texts.managedInfrastructure),
  ),
  service('cybersecurity', () =>
    import(/* webpackChunkName: "service-cybersecurity" */ '../shared/services/cybersecurity.ts').then(
      (texts) => texts.cybersecurity,
    ),
  ),
  service('cloud-services', () =>
    import(/* webpackChunkName: "service-cloud-services" */ '../shared/services/cloud-services.ts').then(
      (texts) => texts.cloudServices,
    ),
  ),
  service('it-support', () =>
    import(/* webpackChunkName: "service-it-support" */ '../shared/services/it-support.ts').then(
      (texts) => texts.itSupport,
    ),
  ),
  service('network-management', () =>
    import(/* webpackChunkName: "service-network-management" */ '../shared/services/network-management.ts').then(
      (texts) => texts.networkManagement,
    ),
  ),
  service('it-health', () =>
    import(/* webpackChunkName: "service-it-health" */ '../shared/services/it-health.ts').then(
      (texts) => texts.itHealth,
    ),
  ),
  service('connectivity', () =>
    import(/* webpackChunkName: "service-connectivity" */ '../shared/services/connectivity.ts').then(
      (texts) => texts.connectivity,
    ),
  ),
  service('telecoms', () =>
    import(/* webpackChunkName: "service-telecoms" */ '../shared/services/telecoms.ts').then((texts) => texts.telecoms),
  ),
  service('it-software', () =>
    import(/* webpackChunkName: "service-it-software" */ '../shared/services/it-software.ts').then(
      (texts) => texts.itSoftware,
    ),
  ),
  service('security', () =>
    import(/* webpackChunkName: "service-security" */ '../shared/services/security.ts').then((texts) => texts.security),
  ),
  legalDocument('terms-of-service', () =>
    import(/* webpackChunkName: "legal-terms-of-service" */ '../shared/legal/terms-of-service.ts').then(
      (texts) => texts.termsOfService,
    ),
  ),
  legalDocument('privacy-policy', () =>
    import(/* webpackChunkName: "legal-privacy-policy" */ '../shared/legal/privacy-policy.ts').then(
      (texts) => texts.privacyPolicy,
    ),
  ),
  legalDocument('service-level-agreement', () =>
    import(/* webpackChunkName: "legal-service-level-agreement" */ '../shared/legal/service-level-agreement.ts').then(
      (texts) => texts.serviceLevelAgreement,
    ),
  ),
  legalDocument('data-processing-agreement', () =>
    import(
      /* webpackChunkName: "legal-data-processing-agreement" */ '../shared/legal/data-processing-agreement.ts'
    ).then((texts) => texts.dataProcessingAgreement),
  ),
  legalDocument('acceptable-use-policy', () =>
    import(/* webpackChunkName: "legal-acceptable-use-policy" */ '../shared/legal/acceptable-use-policy.ts').then(
      (texts) => texts.acceptableUsePolicy,
    ),
  ),
  legalDocument('security-policy', () =>
    import(/* webpackChunkName: "legal-security-policy" */ '../shared/legal/security-policy.ts').then(
      (texts) => texts.securityPolicy,
    ),
  ),
  legalDocument('incident-response-policy', () =>
    import(/* webpackChunkName: "legal-incident-response-policy" */ '../shared/legal/incident-response-policy.ts').then(
      (texts) => texts.incidentResponsePolicy,
    ),
  ),
  legalDocument('business-associate-agreement', () =>
    import(
      /* webpackChunkName: "legal-business-associate-agreement" */ '../shared/legal/business-associate-agreement.ts'
    ).then((texts) => texts.businessAssociateAgreement),
  ),
];

export const notFoundRoute = page(
  '*',
  'not-found',
  () => import(/* webpackChunkName: "not-found" */ './pages/NotFoundPage.tsx'),
);

export function routeOf(path: string): PageRoute {
  return pageRoutes.find((candidate) => candidate.path === path) ?? notFoundRoute;
}

/** Fetches a page's chunks before it is asked for. */
export function preloadPage(path: string): void {
  fetchAhead(routeOf(path));
}
