import { company } from '../../shared/company.ts';
import { rand } from '../../shared/hosting/amounts.ts';
import { families } from '../../shared/hosting/catalogue.ts';
import { type HostingFamily, shortVatNote } from '../../shared/hosting/family.ts';
import { legalDocuments } from '../../shared/legal/catalogue.ts';
import { aboutTexts } from '../../shared/pages/about.ts';
import { contactTexts } from '../../shared/pages/contact.ts';
import { homeTexts } from '../../shared/pages/home.ts';
import { legalTexts } from '../../shared/pages/legal.ts';
import { searchTexts } from '../../shared/pages/search.ts';
import { servicesTexts } from '../../shared/pages/services.ts';
import { supportTexts } from '../../shared/pages/support.ts';
import { legalPath, paths, searchPath } from '../../shared/paths.ts';
import { serviceCatalogue } from '../../shared/services/catalogue.ts';

/** What the sharing picture of a page says and shows. */
export type Subject = {
  readonly path: string;
  readonly title: string;
  readonly line: string;
  /** A sentence about prices, below `line`. */
  readonly fact?: string;
  /** The name of a drawing in static/scenes, without `scene-`. */
  readonly scene: string;
};

const pages: { readonly [page in keyof typeof paths]: Omit<Subject, 'path'> } = {
  home: { title: homeTexts.hero.title, line: company.tagline, scene: 'hero' },
  services: { ...servicesTexts, line: servicesTexts.lead, scene: 'services' },
  about: { ...aboutTexts.hero, line: aboutTexts.hero.lead, scene: 'about' },
  contact: { title: contactTexts.banner, line: contactTexts.lead, scene: 'contact' },
  support: { title: supportTexts.title, line: supportTexts.lead, scene: 'support' },
  legal: { title: legalTexts.title, line: legalTexts.lead, scene: 'legal' },
};

function prices({ plans }: HostingFamily): string {
  const amounts = plans.map(({ price }) => price);
  return `${plans.length} plans, ${rand(Math.min(...amounts))} to ${rand(Math.max(...amounts))} a month, ${shortVatNote}`;
}

/** The subjects of all pages in the sitemap, and of the search page. */
export const pageSubjects: readonly Subject[] = [
  ...Object.entries(paths).map(([name, path]) => ({ path, ...pages[name as keyof typeof paths] })),
  { path: searchPath, title: searchTexts.title, line: searchTexts.lead, scene: 'hero' },
  ...families.map((family) => ({
    path: family.path,
    title: family.title,
    line: family.summary,
    ...(family.showsPrices && { fact: prices(family) }),
    scene: `hosting-${family.id}`,
  })),
  ...serviceCatalogue.map(({ id, path, name, lead }) => ({ path, title: name, line: lead, scene: `service-${id}` })),
  ...legalDocuments.map(({ id, title, description }) => ({
    path: legalPath(id),
    title,
    line: description,
    scene: 'legal',
  })),
];
