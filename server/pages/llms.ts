import { company, openingHours } from '../../shared/company.ts';
import { mailLink, messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { rand } from '../../shared/hosting/amounts.ts';
import { families } from '../../shared/hosting/catalogue.ts';
import { type HostingFamily, type Plan, shortVatNote, shownPrice } from '../../shared/hosting/family.ts';
import { hostingFacts } from '../../shared/optionalFacts.ts';
import { homeMeta } from '../../shared/pages/home.ts';
import { paths, planAddress } from '../../shared/paths.ts';
import type { SearchDocument } from '../../shared/search/searchDocument.ts';

declare const SEARCH_DOCUMENTS: readonly SearchDocument[];

/** The site in Markdown for language models: https://llmstxt.org */
export function llmsText(origin: string): string {
  const link = (name: string, path: string, note: string) => `- [${name}](${origin}${path}): ${note}`;
  const linksTo = (kind: SearchDocument['kind']) =>
    SEARCH_DOCUMENTS.filter((document) => document.kind === kind).map(({ name, address, text }) =>
      link(name, address, text),
    );
  return [
    `# ${company.name}`,
    `> ${company.tagline} ${homeMeta.description}`,
    `${company.legalName} serves businesses in South Africa. What a visitor sends through the site is a request; a contract begins when the client accepts a written confirmation.`,
    section('Pages', ...linksTo('Page')),
    section('Services', ...linksTo('Service')),
    ...families.map((family) =>
      section(
        family.title,
        ...family.plans.map((plan) => link(plan.name, planAddress(family.path, plan.id), planNote(family, plan))),
        ...Object.entries(hostingFacts[family.id] ?? {}).map(([name, value]) => `- ${name}: ${value}`),
      ),
    ),
    section(
      'Contact',
      `- [Phone](${phoneLink}): ${company.phone.display}, ${openingHours}`,
      `- [${company.messaging.name}](${messagingLink()}): ${company.messaging.display}`,
      `- [Email](${mailLink()}): ${company.email}`,
      link('Office', paths.contact, `${company.address.lines.join(', ')}. ${company.address.note}.`),
    ),
    section('Legal', ...linksTo('Legal document')),
    '',
  ].join('\n\n');
}

function section(title: string, ...lines: readonly string[]): string {
  return [`## ${title}`, '', ...lines].join('\n');
}

function planNote(family: HostingFamily, plan: Plan): string {
  const year = plan.yearlyPrice ? ` or ${rand(plan.yearlyPrice)} per year` : '';
  const price = shownPrice(family, plan) + (family.showsPrices ? ` per month${year}, ${shortVatNote}` : '');
  const specs = plan.specs.flatMap(({ phrase }) => phrase ?? []).join(', ');
  return `${[price, specs, ...(plan.features ?? [])].join('. ')}.`;
}
