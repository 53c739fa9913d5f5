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

const failure = plainPage(
  'Something went wrong on our side',
  '<p>We have been told about it. Please try again in a moment.</p>',
);

const hostingLinks = hostingList.map(({ path, name }) => `<li><a href="${path}">${name}</a></li>`).join('\n');

const failed = `<p>${messages.orderFailed.description}</p>`;

/** Seconds after which a client may try again when the server is busy. */
export const retryAfter = 5;

/** Error pages for the plain order form, by status. */
const refusalTexts = {
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

const refusalPages: { readonly [status: number]: string } = Object.fromEntries(
  Object.entries(refusalTexts).map(([status, [title, content]]) => [status, plainPage(title, content)]),
);

function sendPlain(response: Response, status: number, html: string): void {
  response.status(status).set('Cache-Control', 'no-store').type('html').send(html);
}

/** Answers with status 500, without rendering. */
export function sendFailure(response: Response): void {
  sendPlain(response, 500, failure);
}

/** Answers a plain order form. A status without its own page gets that of 400. */
export function sendRefusal(response: Response, status: number): void {
  sendPlain(response, status, refusalPages[status] ?? refusalPages[400] ?? failure);
}

/** Answers with status 503 when the server is busy. */
export function sendBusy(response: Response): void {
  response.set('Retry-After', String(retryAfter));
  sendRefusal(response, 503);
}

const resultLater = plainPage(
  'One moment, please',
  '<p>The result of an order cannot be looked up just now: please reload this page in a moment. An order that was sent is kept.</p>',
);

/** Answers with status 503 when the result of an order cannot be looked up. */
export function sendResultLater(response: Response): void {
  response.set('Retry-After', String(retryAfter));
  sendPlain(response, 503, resultLater);
}

/** The result of a plain order, without rendering. */
export function sendStored(response: Response, reference: string): void {
  sendPlain(
    response,
    200,
    plainPage(
      messages.orderSubmitted.title,
      `<p>${messages.orderSubmitted.description}</p>
<p>Reference: <strong>${reference}</strong></p>`,
    ),
  );
}
