import { company } from '../../shared/company.ts';
import { families } from '../../shared/hosting/catalogue.ts';
import { paths } from '../../shared/paths.ts';

type Thing = { readonly '@type': string; readonly [property: string]: unknown };

const inContext = (thing: Thing) => ({ '@context': 'https://schema.org', ...thing });

/** What search engines may know of a page (https://schema.org). Prices only where visitors see them. */
export const structuredData = (path: string, origin: string): object[] => {
  if (path === paths.home || path === paths.about || path === paths.contact) return [inContext(organisation(origin))];
  const family = families.find((candidate) => candidate.path === path);
  if (!family?.showsPrices) return [];
  return [
    inContext({
      '@type': 'ItemList',
      name: family.title,
      itemListElement: family.plans.map((plan, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: {
          '@type': 'Product',
          name: `${family.name} ${plan.name}`,
          description: plan.specs.map((spec) => spec.phrase).join(', '),
          url: `${origin}${family.path}#plan-${plan.id}`,
          brand: { '@type': 'Brand', name: company.name },
          offers: {
            '@type': 'Offer',
            price: plan.price.slice(1),
            priceCurrency: 'ZAR',
            availability: 'https://schema.org/InStock',
            url: `${origin}${family.path}`,
          },
        },
      })),
    }),
  ];
};

const organisation = (origin: string): Thing => ({
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
});
