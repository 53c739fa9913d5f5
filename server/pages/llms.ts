import { documentFiles } from '../../client/legal/documentFiles.ts';
import { company, openingHours } from '../../shared/company.ts';
import { mailLink, messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { families } from '../../shared/hosting/catalogue.ts';
import { type HostingFamily, type Plan, shownPrice, vatNote } from '../../shared/hosting/family.ts';
import { hostingFacts } from '../../shared/optionalFacts.ts';
import { aboutMeta } from '../../shared/pages/about.ts';
import { contactMeta } from '../../shared/pages/contact.ts';
import { homeMeta } from '../../shared/pages/home.ts';
import { legalMeta } from '../../shared/pages/legal.ts';
import { servicesMeta } from '../../shared/pages/services.ts';
import { supportMeta } from '../../shared/pages/support.ts';
import { legalPath, paths, servicePath } from '../../shared/paths.ts';
import { serviceCatalogue } from '../../shared/services/catalogue.ts';
import { descriptions } from '../../shared/services/descriptions.ts';

/** The site in Markdown for language models: https://llmstxt.org */
export function llmsText(origin: string): string {
  const link = (name: string, path: string, note: string) => `- [${name}](${origin}${path}): ${note}`;
  return [
    `# ${company.name}`,
    `> ${company.tagline} ${homeMeta.description}`,
    `${company.legalName} serves businesses in South Africa. What a visitor sends through the site is a request; a contract begins when the client accepts a written confirmation.`,
    section(
      'Pages',
      link('Home', paths.home, homeMeta.description),
      link('About Us', paths.about, aboutMeta.description),
      link('Contact', paths.contact, contactMeta.description),
      link('Support', paths.support, supportMeta.description),
    ),
    section(
      'Services',
      link('All Services', paths.services, servicesMeta.description),
      ...serviceCatalogue.map(({ id, title, included }) =>
        link(title, servicePath(id), `${descriptions[id]} Included: ${Object.keys(included).join(', ')}.`),
      ),
    ),
    ...families.map((family) =>
      section(
        family.title,
        link(family.name, family.path, `${family.lead}${family.showsPrices ? ` ${vatNote}` : ''}`),
        ...family.plans.map((plan) =>
          link(plan.name, `${family.path}#plan-${plan.id}`, `${price(family, plan)}. ${facts(plan)}`),
        ),
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
    section(
      'Legal',
      link('All Documents', paths.legal, legalMeta.description),
      ...documentFiles.map(({ id, title, description }) => link(title, legalPath(id), description)),
    ),
    '',
  ].join('\n\n');
}

function section(title: string, ...lines: readonly string[]): string {
  return [`## ${title}`, '', ...lines].join('\n');
}

function price(family: HostingFamily, plan: Plan): string {
  const shown = shownPrice(family, plan);
  if (!family.showsPrices) return shown;
  return `${shown} per month${plan.yearlyPrice ? ` or ${plan.yearlyPrice} per year` : ''}`;
}

function facts({ specs, features = [] }: Plan): string {
  return `${[specs.flatMap(({ phrase }) => phrase ?? []).join(', '), ...features].join('. ')}.`;
}
