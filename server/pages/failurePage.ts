import { company } from '../../shared/company.ts';
import { mailLink, messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { hostingMenuEntries } from '../../shared/hosting/menu.ts';
import { messages } from '../../shared/messages.ts';
import { type Representation, represent } from './representation.ts';

type Headers = Readonly<Record<string, string>>;

/** A page without styles or scripts, with the ways to reach us. `content` is HTML. */
const plainPage = (title: string, content: string, securityHeaders: Headers): Representation =>
  represent(
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

/** What a visitor sees when rendering itself is broken. */
export const failurePage = (securityHeaders: Headers): Representation =>
  plainPage(
    'Something went wrong on our side',
    '<p>We have been told about it. Please try again in a moment.</p>',
    securityHeaders,
  );

const hostingLinks = hostingMenuEntries.map(({ path, name }) => `<li><a href="${path}">${name}</a></li>`).join('\n');

/** The answer to a plain order form whose plan is not known: 413 if it was too long to be read at all. */
export const refusalPage = (status: number, securityHeaders: Headers): Representation =>
  status === 413
    ? plainPage(
        'Your text is too long',
        `<p>${messages.orderFailed.description}</p>
<p>What you typed is still in the form: go back, make it shorter and send it again.</p>`,
        securityHeaders,
      )
    : plainPage(
        'Please choose a plan again',
        `<p>${messages.orderFailed.description}</p>
<p>The form did not say which plan it was for. What you typed is still there when you go back; the plans are here:</p>
<ul>
${hostingLinks}
</ul>`,
        securityHeaders,
      );
