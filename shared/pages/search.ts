import { company, openingHours } from '../company.ts';
import type { PageMeta } from '../texts.ts';
import { afterHoursLine } from './support.ts';

export const searchTexts = {
  title: 'Search',
  lead: 'Find a service, a hosting plan, a page or a legal document.',
  hint: 'Use your own words: the name of a plan, such as CXN3; a thing, such as fibre or backup; a law, such as POPIA.',
  usefulLinks: 'Or Start Here',
  help: { title: 'Is Something Not Working?', text: `Phone us: ${openingHours}. ${afterHoursLine}` },
  unsure: {
    title: 'Not What You Meant?',
    text: 'Try another word for it, or ask us. We answer by phone or email.',
    button: 'Get In Touch',
  },
} as const;

const meta = {
  title: 'Search',
  description: `Search the website of ${company.name}: managed IT services, hosting plans with their prices in rand, support pages and legal documents in one place.`,
};
const longestInTitle = 30;

export function searchMeta(query: string): PageMeta {
  if (!query) return meta;
  const letters = [...query];
  const shown = letters.length > longestInTitle ? `${letters.slice(0, longestInTitle).join('')}…` : query;
  return { ...meta, title: `Search: ${shown}` };
}

/** The number of results in words. `isNear`: no result has all words of the query. */
export function resultsLine(query: string, total: number, isNear: boolean): string {
  if (total === 0) return `No results for "${query}".`;
  if (isNear) return `No results for "${query}". ${total === 1 ? 'This comes' : `These ${total} come`} nearest:`;
  return `${total === 1 ? '1 result' : `${total} results`} for "${query}"`;
}

export function suggestionsLine(count: number): string {
  if (count === 0) return 'Nothing found. Press Enter to see where else to look.';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}
