import { company } from '../company.ts';
import { openingHours } from '../openingHours.ts';
import type { PageMeta } from './pageMeta.ts';

export const contactTexts = {
  banner: 'Get In Touch',
  lead: `Tell us what you have, what troubles you and what you would like to change. We are available ${openingHours}.`,
  sectionTitle: 'Request a Consultation',
  noScript: `The form below needs JavaScript for its spam check. Without it, reach us by phone at ${company.phone.display}, by ${company.messaging.name} at ${company.messaging.display} or by email at ${company.email}, ${openingHours}.`,
} as const;

export const contactMeta: PageMeta = {
  title: `Get In Touch | ${company.name}`,
  description: `Request an IT consultation, or reach us by phone, ${company.messaging.name} or email. Our office is in ${company.address.locality}, ${company.address.region}, and open by appointment only.`,
};
