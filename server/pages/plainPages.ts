import type { Response } from 'express';
import { company } from '../../shared/company.ts';
import { mailLink, messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { messages } from '../../shared/messages.ts';

/** A page without styles or scripts, with the ways to contact us. `content` is HTML. */
function plainPage(title: string, content: string): string {
  return `<!doctype html>
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
`;
}

const hostingLinks = `<ul>
${hostingList.map(({ path, name }) => `<li><a href="${path}">${name}</a></li>`).join('\n')}
</ul>`;

const orderFailed = `<p>${messages.orderFailed.description}</p>`;

/** In seconds. A busy server asks clients to try again after this time. */
export const retryAfter = 5;

/** The pages that need no rendering: for failures, and for refusals that no rendered page can show. */
export const plainPages = {
  failure: plainPage(
    'Something went wrong on our side',
    '<p>We have been told about it. Please try again in a moment.</p>',
  ),
  busy: plainPage(
    'We are very busy just now',
    `<p>Please try again in a moment.</p>
<p>If you were sending an order, it has not reached us: what you typed is still in the form when you go back.</p>`,
  ),
  resultLater: plainPage(
    'One moment, please',
    '<p>The result of an order cannot be looked up just now: please reload this page in a moment. An order that was sent is kept.</p>',
  ),
  foreign: plainPage(
    'This form can only be sent from our own site',
    `${orderFailed}
<p>The plans, each with its form, are here:</p>
${hostingLinks}`,
  ),
  tooLong: plainPage(
    'Your text is too long',
    `${orderFailed}
<p>What you typed is still in the form: go back, make it shorter and send it again.</p>`,
  ),
  excess: plainPage(
    'Please wait a while',
    `${orderFailed}
<p>Too many orders have come from your address. What you typed is still in the form: go back and send it again later.</p>`,
  ),
  noPlan: plainPage(
    'Please choose a plan again',
    `${orderFailed}
<p>The form did not say which plan it was for. What you typed is still there when you go back; the plans are here:</p>
${hostingLinks}`,
  ),
};

/** The result of a plain order, if the page that shows it cannot be rendered. */
export function storedPage(reference: string): string {
  const { title, description } = messages.orderSubmitted;
  return plainPage(title, `<p>${description}</p>\n<p>Reference: <strong>${reference}</strong></p>`);
}

/** The page that says why an order was refused, by the status of the refusal. */
export function refusalPage(status: number): string {
  const { busy, foreign, tooLong, excess, noPlan } = plainPages;
  return { 403: foreign, 413: tooLong, 429: excess, 503: busy }[status] ?? noPlan;
}

export function sendPlain(response: Response, status: number, html: string): void {
  if (status === 503) response.set('Retry-After', String(retryAfter));
  response.status(status).set('Cache-Control', 'no-store').type('html').send(html);
}
