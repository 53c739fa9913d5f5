import type * as schema from 'schema-dts';
import { company } from '../../shared/company.ts';
import { families } from '../../shared/hosting/catalogue.ts';
import { type HostingFamily, type Plan, shortVatNote } from '../../shared/hosting/family.ts';
import { paths, sharePath } from '../../shared/paths.ts';
import { type Service, services } from '../../shared/services/list.ts';

/**
 * The structured data of a page that search engines show in their results: https://schema.org and
 * https://developers.google.com/search/docs/appearance/structured-data. This data says nothing that the page does
 * not show. The compiler checks its properties and types against the vocabulary.
 */
export function structuredData(path: string, origin: string): object | undefined {
  if (path === paths.home) return [organisation(origin), website(origin)];
  if (path === paths.about || path === paths.contact) return organisation(origin);
  const service = services.find((candidate) => candidate.path === path);
  if (service) return trail(service, origin);
  const family = families.find((candidate) => candidate.path === path && candidate.showsPrices);
  return family && product(family, origin);
}

/** One product with an offer for each plan; the page itself says what the plans contain. */
function product({ title, path, plans }: HostingFamily, origin: string): schema.WithContext<schema.Product> {
  return {
    '@context': 'https://schema.org',
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
    price: String(price),
    priceCurrency: 'ZAR',
    availability: 'https://schema.org/InStock',
  };
}

/** The trail of links (breadcrumbs) at the top of a service's page. */
function trail({ path: page, name: title }: Service, origin: string): schema.WithContext<schema.BreadcrumbList> {
  const steps = { Services: paths.services, [title]: page };
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: Object.entries(steps).map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

/** The site's name in search results: https://developers.google.com/search/docs/appearance/site-names */
function website(origin: string): schema.WithContext<schema.WebSite> {
  return { '@context': 'https://schema.org', '@type': 'WebSite', name: company.name, url: `${origin}/` };
}

function organisation(origin: string): schema.WithContext<Exclude<schema.ProfessionalService, string>> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfessionalService',
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
