import { company } from './company.ts';

/** The URL of a chat with the company; `text` prefills the message. */
export function messagingLink(text?: string): string {
  return `https://wa.me/${company.messaging.number}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}

export const phoneLink = `tel:${company.phone.tel}`;

/** The company's `mailto:` URL, with a subject and a body (RFC 6068). */
export function mailLink(subject?: string, text?: string): string {
  const fields = [
    ...(subject ? [`subject=${encodeURIComponent(subject)}`] : []),
    ...(text ? [`body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`] : []),
  ];
  return `mailto:${company.email}${fields.length > 0 ? `?${fields.join('&')}` : ''}`;
}
