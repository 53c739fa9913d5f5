import { company } from './company.ts';

/** A chat with the company, holding `text` if given. */
export function messagingLink(text?: string): string {
  return `https://wa.me/${company.messaging.number}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}

export const phoneLink = `tel:${company.phone.tel}`;

/** A mail to the company, holding subject and text if given. */
export function mailLink(subject?: string, text?: string): string {
  const parts = [
    ...(subject ? [`subject=${encodeURIComponent(subject)}`] : []),
    ...(text ? [`body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`] : []),
  ];
  return `mailto:${company.email}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
}
