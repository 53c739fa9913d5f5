import { company } from '../../shared/company.ts';
import { mailLink, messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { hostingMenuEntries } from '../../shared/hosting/menu.ts';
import { messages } from '../../shared/messages.ts';
import { type Representation, represent } from './representation.ts';

type Headers = Readonly<Record<string, string>>;

/** A page without styles or scripts, with the ways to reach us. `content` is HTML. */
function plainPage(title: string, content: string, securityHeaders: Headers): Representation {
  return represent(
    Buffer.from(`<!doctype html>
<html lang="en-ZA">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | ${company.name}</title>
<h1>${title}</h1>
${content}
<p>Or reach us directly:</p>
<p><a href="${phoneLink}">${company.phone.display}</a><br>
<a href="${messagingLink()}">${company.messaging.name}</a><br>
<a href="${mailLink()}">${company.email}</a></p>
<p><a href="/">Return to Home</a></p>
</html>
`),
    { ...securityHeaders, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  );
}

/** What a visitor sees when rendering itself is broken. */
export function failurePage(securityHeaders: Headers): Representation {
  return plainPage(
    'Something went wrong on our side',
    '<p>We have been told about it. Please try again in a moment.</p>',
    securityHeaders,
  );
}

const hostingLinks = hostingMenuEntries.map(({ path, name }) => `<li><a href="${path}">${name}</a></li>`).join('\n');

const failed = `<p>${messages.orderFailed.description}</p>`;

/** The answers to a plain order form that are made for nobody in particular, by status. */
const refusals = {
  400: [
    'Please choose a plan again',
    `${failed}
<p>The form did not say which plan it was for. What you typed is still there when you go back; the plans are here:</p>
<ul>
${hostingLinks}
</ul>`,
  ],
  403: [
    'This form can only be sent from our own site',
    `${failed}
<p>The plans, each with its form, are here:</p>
<ul>
${hostingLinks}
</ul>`,
  ],
  413: [
    'Your text is too long',
    `${failed}
<p>What you typed is still in the form: go back, make it shorter and send it again.</p>`,
  ],
  429: [
    'Please wait a while',
    `${failed}
<p>Too many orders have come from your address. What you typed is still in the form: go back and send it again later.</p>`,
  ],
  503: [
    'We are very busy just now',
    `<p>Please try again in a moment.</p>
<p>If you were sending an order, it has not reached us: what you typed is still in the form when you go back.</p>`,
  ],
} as const satisfies Record<number, readonly [title: string, content: string]>;

/** The answer to a plain order form that is made once for all; a status without one of its own gets that of 400. */
export function refusalPages(securityHeaders: Headers): (status: number) => Representation {
  const pages = new Map(
    Object.entries(refusals).map(([status, [title, content]]) => [
      Number(status),
      plainPage(title, content, securityHeaders),
    ]),
  );
  const other = pages.get(400) as Representation;
  return (status) => pages.get(status) ?? other;
}

/** The result of a plain order while too many wait for a page of their own. */
export function storedPage(reference: string, securityHeaders: Headers): Representation {
  return plainPage(
    messages.orderSubmitted.title,
    `<p>${messages.orderSubmitted.description}</p>
<p>Reference: <strong>${reference}</strong></p>`,
    securityHeaders,
  );
}
