import { rand } from '../hosting/amounts.ts';
import { families } from '../hosting/catalogue.ts';
import { type HostingFamily, type Plan, shortVatNote } from '../hosting/family.ts';
import { legalDocuments } from '../legal/catalogue.ts';
import type { LegalDocument } from '../legal/legalDocument.ts';
import { legalDocument as serviceLevels } from '../legal/texts/service-level-agreement.ts';
import { legalDocument as termsOfService } from '../legal/texts/terms-of-service.ts';
import { aboutMeta, aboutTexts } from '../pages/about.ts';
import { contactMeta, contactTexts } from '../pages/contact.ts';
import { homeMeta } from '../pages/home.ts';
import { legalMeta, legalTexts } from '../pages/legal.ts';
import { servicesMeta, servicesTexts } from '../pages/services.ts';
import { supportMeta, supportTexts } from '../pages/support.ts';
import { answerId, askFormAddress, legalPath, paths, planAddress, sectionId } from '../paths.ts';
import { serviceCatalogue } from '../services/catalogue.ts';
import { descriptions } from '../services/descriptions.ts';
import type { Points } from '../texts.ts';
import type { SearchDocument } from './searchDocument.ts';
import { synonyms } from './synonyms.ts';
import { termsOf } from './terms.ts';

function textsIn(record: unknown): readonly string[] {
  if (typeof record === 'string') return [record];
  return typeof record === 'object' && record !== null ? Object.values(record).flatMap(textsIn) : [];
}

/** Adds the page's synonyms to a document, and the terms of `records` that the document's own texts lack. */
function document(shown: SearchDocument, records: unknown): SearchDocument {
  const keywords = synonyms[shown.address];
  const known = new Set([shown.name, shown.text, keywords ?? ''].flatMap(termsOf));
  const unseen = textsIn(records)
    .flatMap(termsOf)
    .filter((term) => !known.has(term));
  const terms = [...new Set(unseen)].toSorted();
  return { ...shown, ...(keywords ? { keywords } : {}), ...(terms.length > 0 ? { terms: terms.join(' ') } : {}) };
}

function page(address: string, name: string, { description }: { readonly description: string }, texts: unknown) {
  return document({ address, kind: 'Page', name, text: description }, texts);
}

function familyPage(family: HostingFamily): SearchDocument {
  const { path, name, meta, title, lead, benefits, beyond, reasons, operatingSystems, questions } = family;
  return document({ address: path, kind: 'Page', name, text: meta.description }, [
    title,
    lead,
    Object.entries(benefits),
    beyond,
    reasons?.title,
    Object.entries(reasons?.items ?? {}),
    operatingSystems,
    Object.entries(questions),
  ]);
}

/** The facts below a plan's name: `16 GB · 8 cores · R1249`, or `5 accounts · 30 GB storage`. */
function factsOf(family: HostingFamily, { specs, resources, price }: Plan): string {
  const sizes = ['RAM', 'CPU'].flatMap((label) => specs.find((spec) => spec.label === label)?.value ?? []);
  const facts = resources ? sizes : specs.flatMap(({ phrase }) => phrase ?? []).slice(0, 2);
  return [...facts, ...(family.showsPrices ? [rand(price)] : [])].join(' · ');
}

function planCard(family: HostingFamily, plan: Plan): SearchDocument {
  const details = plan.specs.flatMap(({ phrase }) => phrase ?? []).join(', ');
  const price = family.showsPrices ? ` ${rand(plan.price)} per month ${shortVatNote}.` : '';
  return document(
    {
      address: planAddress(family.path, plan.id),
      kind: 'Plan',
      name: plan.name,
      family: family.name,
      facts: factsOf(family, plan),
      text: `${details.charAt(0).toUpperCase()}${details.slice(1)}.${price}`,
    },
    [plan.headline, plan.features, plan.specs],
  );
}

function servicePage({ id, path, name, ...texts }: (typeof serviceCatalogue)[number]): SearchDocument {
  const { lead, about, audience, included, steps, questions } = texts;
  return document({ address: path, kind: 'Service', name, text: descriptions[id] ?? '' }, [
    lead,
    about,
    audience,
    ...[included, steps, questions].map(Object.entries),
  ]);
}

/** Documents for the questions of a page, each with its answer. `owner`: the name of the page. */
function answers(path: string, owner: string, questions: Points): readonly SearchDocument[] {
  return Object.entries(questions).map(([name, text], index) =>
    document({ address: `${path}#${answerId(index)}`, kind: 'Answer', name, facts: owner, text }, owner),
  );
}

function beyondPlans({ id, name: owner, beyond }: HostingFamily): readonly SearchDocument[] {
  if (!beyond) return [];
  const { title, text, users } = beyond;
  return [document({ address: askFormAddress(id, users), kind: 'Answer', name: title, facts: owner, text }, owner)];
}

const { id: invoiceId, title: name, text } = supportTexts.invoice;
const address = `${paths.support}#${invoiceId}`;
const invoiceAnswer: SearchDocument = { address, kind: 'Answer', name, facts: supportTexts.title, text };

/** A section of a legal document, to which a search can lead. `text` is the section's first clause. */
function legalSection({ id, title, sections }: LegalDocument, name: string): SearchDocument {
  const number = Object.keys(sections).indexOf(name) + 1;
  const address = `${legalPath(id)}#${sectionId(number)}`;
  return { address, kind: 'Answer', name, facts: title, text: sections[name]?.[0]?.text ?? '' };
}

/** Indexes only the headings of a legal document: all its text would make the index several times as large. */
function legalPage({ id, title, description, sections }: LegalDocument): SearchDocument {
  return document(
    { address: legalPath(id), kind: 'Legal document', name: title, text: description },
    Object.keys(sections),
  );
}

/** If several pages answer a question in the same words, keeps only the answer of the first page. */
function unique(all: readonly SearchDocument[]): readonly SearchDocument[] {
  return [...Map.groupBy(all, ({ name, text }) => name + text).values()].flatMap(([first]) => first ?? []);
}

export const searchDocuments: readonly SearchDocument[] = [
  // The texts of the home page say shortly what other pages say, so they answer no question.
  page(paths.home, 'Home', homeMeta, []),
  page(paths.services, servicesTexts.title, servicesMeta, [servicesTexts, Object.keys(servicesTexts.reasons)]),
  ...families.map(familyPage),
  ...serviceCatalogue.map(servicePage),
  page(paths.about, aboutTexts.hero.title, aboutMeta, [aboutTexts, Object.keys(aboutTexts.values)]),
  page(paths.contact, contactTexts.banner, contactMeta, contactTexts),
  { ...page(paths.support, supportTexts.title, supportMeta, supportTexts), facts: supportTexts.call },
  invoiceAnswer,
  page(paths.legal, legalTexts.title, legalMeta, legalTexts),
  ...families.flatMap((family) => family.plans.map((plan) => planCard(family, plan))),
  ...unique([
    ...families.flatMap(({ path, name, questions }) => answers(path, name, questions)),
    ...serviceCatalogue.flatMap(({ path, name, questions }) => answers(path, name, questions)),
  ]),
  ...families.flatMap(beyondPlans),
  ...legalDocuments.map(legalPage),
  ...[
    'Your right to change your mind',
    'Prices and payment',
    'How the contract ends',
    'Suspension',
    'Liability',
    'Complaints, notices and law',
  ].map((name) => legalSection(termsOfService, name)),
  ...['Support and response times', 'Service credits', 'Your right to cancel'].map((name) =>
    legalSection(serviceLevels, name),
  ),
];
