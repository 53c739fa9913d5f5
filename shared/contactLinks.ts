import { company } from './company.ts';

/** The URL of a chat with the company; `text` prefills the message. */
export function messagingLink(text?: string): string {
  return `https://wa.me/${company.messaging.number}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}

export const phoneLink = `tel:${company.phone.tel}`;

/** The longest `mailto:` URL, in characters. Windows cuts longer ones, or does not open them. */
const maxMailLink = 2000;

/** The company's `mailto:` URL, with a subject and a body (RFC 6068). A long text is cut at `maxMailLink`. */
export function mailLink(subject?: string, text?: string): string {
  const fields = subject ? [`subject=${encodeURIComponent(subject)}`] : [];
  const start = () => `mailto:${company.email}${fields.length > 0 ? `?${fields.join('&')}` : ''}`;
  if (text) {
    const room = maxMailLink - start().length - '&body='.length;
    let body = '';
    for (const character of text.replaceAll('\n', '\r\n')) {
      const encoded = encodeURIComponent(character);
      if (body.length + encoded.length > room) break;
      body += encoded;
    }
    fields.push(`body=${body}`);
  }
  return start();
}
