import { company, openingHours } from '../company.ts';
import { hostingList } from '../hosting/list.ts';
import { whenAnswered } from '../messages.ts';
import { parameters } from '../paths.ts';
import { services } from '../services/list.ts';

export const contactTexts = {
  banner: 'Get In Touch',
  lead: `Tell us what you have and what you would like to change. We are available ${openingHours}, except public holidays.`,
  sectionTitle: 'Request a Consultation',
  sectionLead:
    'A question, a quote or a fault: describe it in your own words. We answer by phone or email. Is something down? See Technical Support.',
  next: {
    title: 'What Happens Next',
    steps: [
      'A person reads your message, and answers by phone or email.',
      whenAnswered,
      'If you reported a fault, it counts as reported now. About a critical one, phone as well as soon as we are there.',
    ],
  },
  covers: 'What it covers:',
  hint: 'Please leave out passwords, identity numbers and health information.',
  noScript: `This form needs JavaScript for its spam check. Without it, please phone ${company.phone.display}, message us on ${company.messaging.name} or write to ${company.email}.`,
} as const;

/** The number in a query such as `?over=50`: the visitor asks for more users than this. The number has 1 to 3 digits. */
export function usersOver(query: URLSearchParams): string | undefined {
  const users = query.get(parameters.over) ?? '';
  return /^\d{1,3}$/.test(users) ? users : undefined;
}

/** The name of the service or hosting family that a query names. */
export function subjectOf(query: URLSearchParams): string | undefined {
  return [...services, ...hostingList].find(({ id }) => id === query.get(parameters.about))?.name;
}

/** The initial message, which names the service or hosting family of the query. Empty if the query names neither. */
export function messageAbout(query: URLSearchParams): string {
  const subject = subjectOf(query);
  const users = usersOver(query);
  return subject ? `I would like to ask about ${subject}${users ? ` for more than ${users} users` : ''}. ` : '';
}

export const contactMeta = {
  title: 'Get In Touch',
  description: `Request an IT consultation, or reach us by phone, ${company.messaging.name} or email. Our office is in ${company.address.locality}, ${company.address.region}, and open by appointment only.`,
};
