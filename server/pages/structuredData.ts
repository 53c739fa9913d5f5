import type * as schema from 'schema-dts';
import { documentFiles } from '../../client/legal/documentFiles.ts';
import { company } from '../../shared/company.ts';
import { randOf } from '../../shared/hosting/amounts.ts';
import { families } from '../../shared/hosting/catalogue.ts';
import { type HostingFamily, type Plan, shortVatNote } from '../../shared/hosting/family.ts';
import { legalPath, parameters, paths, searchPath, servicePath, sharePath } from '../../shared/paths.ts';
import { serviceCatalogue } from '../../shared/services/catalogue.ts';
import { descriptions } from '../../shared/services/descriptions.ts';
import type { Questions } from '../../shared/texts.ts';

/** Whose properties and types the compiler checks against the vocabulary. */
type Thing = Exclude<schema.Thing, string>;
type Step = readonly [name: string, path: string];

/**
 * The structured data of a page for search engines: https://schema.org and
 * https://developers.google.com/search/docs/appearance/structured-data. It says nothing that the page does not show.
 */
export function structuredData(path: string, origin: string): object[] {
  return thingsOf(path, origin).map((thing) => ({ '@context': 'https://schema.org', ...thing }));
}

function thingsOf(path: string, origin: string): readonly Thing[] {
  if (path === paths.home) return [organisation(origin), website(origin)];
  const name = names[path];
  if (name !== undefined) {
    const isAboutUs = path === paths.about || path === paths.contact;
    return [...(isAboutUs ? [organisation(origin)] : []), trail(origin, [name, path])];
  }

  const family = families.find((candidate) => candidate.path === path);
  if (family) {
    const { title, name, lead, showsPrices } = family;
    return [
      showsPrices ? offered(family, origin) : provided(title, lead, path, origin),
      trail(origin, [name, path]),
      ...answered(family.questions),
    ];
  }

  const service = serviceCatalogue.find(({ id }) => servicePath(id) === path);
  if (service)
    return [
      provided(service.title, descriptions[service.id] ?? '', path, origin),
      trail(origin, services, [service.title, path]),
      ...answered(service.questions),
    ];

  const document = documentFiles.find(({ id }) => legalPath(id) === path);
  return document ? [trail(origin, legal, [document.title, path])] : [];
}

const services: Step = ['Services', paths.services];
const legal: Step = ['Legal', paths.legal];

/** The names of the other main pages. */
const names: { readonly [path: string]: string } = {
  [paths.about]: 'About Us',
  [paths.contact]: 'Contact',
  [paths.support]: 'Support',
  ...Object.fromEntries([services, legal].map(([name, path]) => [path, name])),
};

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

function provided(name: string, description: string, path: string, origin: string): schema.Service {
  return {
    '@type': 'Service',
    name,
    description,
    url: origin + path,
    areaServed: { '@type': 'Country', name: company.address.lines.at(-1) ?? company.address.country },
    provider: { '@type': 'Organization', '@id': organisationId(origin), name: company.name, url: `${origin}/` },
  };
}

function answered(questions: Questions): readonly schema.FAQPage[] {
  const mainEntity = Object.entries(questions).map(
    ([name, text]): schema.Question => ({
      '@type': 'Question',
      name,
      acceptedAnswer: { '@type': 'Answer', text },
    }),
  );
  return [{ '@type': 'FAQPage', mainEntity }];
}

/** The way from the home page to a page. */
function trail(origin: string, ...steps: readonly Step[]): schema.BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [['Home', paths.home] as const, ...steps].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

function organisationId(origin: string): string {
  return `${origin}/#organisation`;
}

function website(origin: string): schema.WebSite {
  const search: schema.WithActionConstraints<schema.SearchAction> = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${origin}${searchPath}?${parameters.query}={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@type': 'WebSite',
    name: company.name,
    url: `${origin}/`,
    inLanguage: 'en-ZA',
    publisher: { '@id': organisationId(origin) },
    potentialAction: search,
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
