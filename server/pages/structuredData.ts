import type * as schema from 'schema-dts';
import { documentFiles } from '../../client/legal/documentFiles.ts';
import { company } from '../../shared/company.ts';
import { randOf } from '../../shared/hosting/amounts.ts';
import { families } from '../../shared/hosting/catalogue.ts';
import { type HostingFamily, type Plan, shortVatNote } from '../../shared/hosting/family.ts';
import { legalPath, paths, servicePath, sharePath } from '../../shared/paths.ts';
import { serviceCatalogue } from '../../shared/services/catalogue.ts';

/** A thing of schema.org. The compiler checks its properties and types against the vocabulary. */
type Thing = Exclude<schema.Thing, string>;

/** The name of each page that can be indexed, by path. */
const names: { readonly [path: string]: string } = {
  [paths.home]: 'Home',
  [paths.about]: 'About Us',
  [paths.contact]: 'Contact',
  [paths.support]: 'Support',
  [paths.services]: 'Services',
  [paths.legal]: 'Legal',
  ...Object.fromEntries(families.map(({ path, name }) => [path, name])),
  ...Object.fromEntries(serviceCatalogue.map(({ id, title }) => [servicePath(id), title])),
  ...Object.fromEntries(documentFiles.map(({ id, title }) => [legalPath(id), title])),
};

/**
 * The structured data of a page that search engines show in their results: https://schema.org and
 * https://developers.google.com/search/docs/appearance/structured-data. It says nothing that the page does not show.
 */
export function structuredData(path: string, origin: string): object[] {
  return thingsOf(path, origin).map((thing) => ({ '@context': 'https://schema.org', ...thing }));
}

function thingsOf(path: string, origin: string): readonly Thing[] {
  if (path === paths.home) return [organisation(origin), website(origin)];
  if (names[path] === undefined) return [];
  const family = families.find((candidate) => candidate.path === path && candidate.showsPrices);
  return [
    ...(path === paths.about || path === paths.contact ? [organisation(origin)] : []),
    ...(family ? [offered(family, origin)] : []),
    trail(path, origin),
  ];
}

/** One product with an offer for each plan; the page itself says what the plans contain. */
function offered({ title, path, plans }: HostingFamily, origin: string): schema.Product {
  return {
    '@type': 'Product',
    name: title,
    brand: { '@type': 'Brand', name: company.name },
    image: origin + sharePath(path),
    offers: plans.map((plan) => offer(plan, origin + path)),
  };
}

function offer({ id, name, price }: Plan, page: string): schema.Offer {
  return {
    '@type': 'Offer',
    name,
    url: `${page}#plan-${id}`,
    description: `Per month, ${shortVatNote}`,
    price: String(randOf(price)),
    priceCurrency: 'ZAR',
    availability: 'https://schema.org/InStock',
  };
}

/** The way from the home page to a page. */
function trail(path: string, origin: string): schema.BreadcrumbList {
  const parents = [paths.services, paths.legal].filter((parent) => path.startsWith(`${parent}/`));
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [paths.home, ...parents, path].map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: names[step] ?? '',
      item: origin + step,
    })),
  };
}

function organisationId(origin: string): string {
  return `${origin}/#organisation`;
}

function website(origin: string): schema.WebSite {
  return {
    '@type': 'WebSite',
    name: company.name,
    url: `${origin}/`,
    inLanguage: 'en-ZA',
    publisher: { '@id': organisationId(origin) },
  };
}

function organisation(origin: string): Exclude<schema.ProfessionalService, string> {
  return {
    '@type': 'ProfessionalService',
    '@id': organisationId(origin),
    name: company.name,
    legalName: company.legalName,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    brand: { '@type': 'Brand', name: company.name },
    image: origin + sharePath(paths.home),
    email: company.email,
    telephone: company.phone.tel,
    foundingDate: String(company.since),
    address: {
      '@type': 'PostalAddress',
      streetAddress: company.address.lines[0],
      addressLocality: company.address.locality,
      addressRegion: company.address.region,
      postalCode: company.address.postalCode,
      addressCountry: company.address.country,
    },
  };
}
