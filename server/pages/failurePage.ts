import { company } from '../../shared/company.ts';
import { type Representation, represent } from './representation.ts';

/** What a visitor sees when rendering itself is broken: plain, without styles or scripts, and with ways to reach us. */
export const failurePage = (securityHeaders: Readonly<Record<string, string>>): Representation =>
  represent(
    Buffer.from(`<!doctype html>
<html lang="en-ZA">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Something went wrong | ${company.name}</title>
<h1>Something went wrong on our side</h1>
<p>We have been told about it. Please try again in a moment, or reach us directly:</p>
<p><a href="tel:${company.phone.tel}">${company.phone.display}</a><br>
<a href="mailto:${company.email}">${company.email}</a></p>
<p><a href="/">Return to Home</a></p>
</html>
`),
    { ...securityHeaders, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  );
