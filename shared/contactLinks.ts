import { company } from './company.ts';

/** The address of a chat with the company, with `text` as the draft. */
export function messagingLink(text?: string): string {
  return `https://wa.me/${company.messaging.number}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}

export const phoneLink = `tel:${company.phone.tel}`;

/** The `mailto:` address of the company, with a subject and a text (RFC 6068). */
export function mailLink(subject?: string, text?: string): string {
  const parts = [
    ...(subject ? [`subject=${encodeURIComponent(subject)}`] : []),
    ...(text ? [`body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`] : []),
  ];
  return `mailto:${company.email}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
}
