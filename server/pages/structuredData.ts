import { documentFiles } from '../../client/legal/documentFiles.ts';
import { company } from '../../shared/company.ts';
import { families } from '../../shared/hosting/catalogue.ts';
import type { HostingFamily, HostingTexts } from '../../shared/hosting/family.ts';
import { legalPath, paths, servicePath } from '../../shared/paths.ts';
import { descriptions } from '../../shared/services/descriptions.ts';
import { services } from '../../shared/services/list.ts';

type Thing = { readonly '@type': string; readonly [property: string]: unknown };

function inContext(thing: Thing) {
  return { '@context': 'https://schema.org', ...thing };
}

/** The structured data of a page for search engines (https://schema.org). It has prices only if the page shows them. */
export function structuredData(path: string, origin: string): object[] {
  if (path === paths.home || path === paths.about || path === paths.contact) return [inContext(organisation(origin))];

  const family = families.find((candidate) => candidate.path === path);
  if (family?.showsPrices) return [inContext(offered(family, origin))];
  if (family) return [inContext(provided(family.title, family.lead, path, origin))];

  const service = services.find(({ id }) => servicePath(id) === path);
  if (service)
    return [
      inContext(provided(service.title, descriptions[service.id] ?? '', path, origin)),
      inContext(trail(origin, ['Services', paths.services], [service.title, path])),
    ];

  const document = documentFiles.find(({ id }) => legalPath(id) === path);
  return document ? [inContext(trail(origin, ['Legal', paths.legal], [document.title, path]))] : [];
}

/** One product with an offer for each plan; the page itself says what the plans contain. */
function offered({ title, lead, path, plans }: HostingFamily & HostingTexts, origin: string): Thing {
  return {
    '@type': 'Product',
    name: title,
    description: lead,
    brand: { '@type': 'Brand', name: company.name },
    offers: plans.map(({ id, name, price }) => ({
      '@type': 'Offer',
      name,
      url: `${origin}${path}#plan-${id}`,
      price: price.slice(1),
      priceCurrency: 'ZAR',
      availability: 'https://schema.org/InStock',
    })),
  };
}

function provided(name: string, description: string, path: string, origin: string): Thing {
  return {
    '@type': 'Service',
    name,
    description,
    url: origin + path,
    areaServed: { '@type': 'Country', name: company.address.lines.at(-1) },
    provider: organisation(origin),
  };
}

function trail(origin: string, ...steps: readonly (readonly [name: string, path: string])[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

function organisation(origin: string): Thing {
  return {
    '@type': 'ProfessionalService',
    name: company.name,
    legalName: company.legalName,
    url: `${origin}/`,
    image: `${origin}/share.png`,
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
