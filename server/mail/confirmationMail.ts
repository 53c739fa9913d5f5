import { company, openingHours } from '../../shared/company.ts';
import { planById } from '../../shared/hosting/catalogue.ts';
import { planDetails, shortVatNote } from '../../shared/hosting/family.ts';
import { choiceLines, orderedPrices } from '../../shared/hosting/orderChoices.ts';
import { messages, orderSteps } from '../../shared/messages.ts';
import type { Submission } from '../outbox/store.ts';
import { type Mail, type MailAddresses, type MailContent, mailHeaders, receivedFormat } from './mail.ts';

/** The end of the name of a confirmation's file, after the reference. */
export const ofConfirmation = '.confirmation';

type Fact = readonly [label: string, value: string];

/** A part of the mail, as plain text and as HTML. Mail programs drop style sheets, and show their own theme where no colours are set. */
type Block = { readonly text: string; readonly html: string };

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function heading(text: string): Block {
  return {
    text: `${text}\n${'-'.repeat(text.length)}`,
    html: `<h2 style="font-size:18px;margin:28px 0 8px">${escaped(text)}</h2>`,
  };
}

function paragraph(text: string): Block {
  return { text, html: `<p style="margin:0 0 12px">${escaped(text)}</p>` };
}

function facts(rows: readonly Fact[]): Block {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th scope="row" style="padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:normal">${escaped(label)}</th>` +
      `<td style="padding:4px 0;vertical-align:top"><strong>${escaped(value)}</strong></td></tr>`,
  );
  return {
    text: rows.map(([label, value]) => `${`${label}:`.padEnd(18)}${value}`).join('\n'),
    html: `<table style="border-collapse:collapse;margin:0 0 12px">${cells.join('\n')}</table>`,
  };
}

function steps(items: readonly string[]): Block {
  const list = items.map((item) => `<li style="margin:0 0 6px">${escaped(item)}</li>`);
  return {
    text: items.map((item, index) => `${index + 1}. ${item}`).join('\n'),
    html: `<ol style="margin:0 0 12px;padding-left:24px">${list.join('\n')}</ol>`,
  };
}

/** Nothing that a mail program makes a link of, or a phone number: anybody can have this mail sent to any address. */
const plainName = /^[\p{Script=Latin}\p{M}'’-]+(?: [\p{Script=Latin}\p{M}'’-]+){0,2}$/u;

function greeting({ name }: Submission): string {
  // Numerals, ligatures and wide letters, which a reader takes for digits and signs.
  const isPlain = name.normalize('NFC') === name.normalize('NFKC') && name.length <= 40 && plainName.test(name);
  return isPlain ? `Hello ${name},` : 'Hello,';
}

function priceText(price: string): string {
  if (!price.startsWith('R')) return price;
  return `${price.includes(' per ') ? price : `${price} per month`}, ${shortVatNote}`;
}

/** What the catalogue says of an order. What it does not offer is left out: the order may be forged. */
function catalogueFacts({ planId, orderedPrice, dataCentre, operatingSystem }: Submission): Fact[] {
  const known = planId === null ? undefined : planById(planId);
  if (!known) return [];
  const { family, plan } = known;
  const price = orderedPrices(family, plan).find((offered) => offered === orderedPrice);
  const choices = { dataCentre: dataCentre ?? '', operatingSystem: operatingSystem ?? '' };
  return [
    ['Plan', `${family.name}, ${plan.name}`],
    ...(price === undefined ? [] : [['Price', priceText(price)] as const]),
    ['Details', planDetails(family, plan).slice(`${family.name}: `.length)],
    ...choiceLines(choices).map((line): Fact => {
      const [label = '', value = ''] = line.split(': ');
      return [label, value];
    }),
  ];
}

function blocksOf(submission: Submission): Block[] {
  const { kind, reference, receivedAt } = submission;
  const what = kind === 'order' ? 'order' : 'message';
  const afterwards: Block[] =
    kind === 'order'
      ? [
          paragraph(messages.orderSubmitted.description),
          steps(orderSteps.steps),
          paragraph('This mail only says that your order has arrived. The terms follow in writing.'),
        ]
      : [paragraph(messages.messageSent.description)];
  return [
    paragraph(greeting(submission)),
    paragraph(`Your ${what} has reached ${company.name}.`),
    facts([['Reference', reference], ['Received', receivedFormat.format(receivedAt)], ...catalogueFacts(submission)]),
    heading(orderSteps.title),
    ...afterwards,
    heading('Something to Correct?'),
    paragraph(`Answer this mail, or phone ${company.phone.display} (${openingHours}), and give the reference.`),
    heading('Not You?'),
    paragraph(
      'Somebody may have typed your address by mistake, so this mail leaves out what was written. Ignore it, or answer it to tell us.',
    ),
    paragraph(`${company.legalName}, registration number ${company.registrationNumber}`),
  ];
}

function documentOf(title: string, blocks: readonly Block[]): string {
  return [
    '<!doctype html>',
    '<html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>`,
    '<body style="margin:0;padding:24px 16px">',
    '<div style="max-width:600px;margin:0 auto;font:16px/1.5 -apple-system,\'Segoe UI\',Roboto,Arial,sans-serif">',
    ...blocks.map(({ html }) => html),
    '</div></body></html>',
    '',
  ].join('\n');
}

/**
 * The mail that tells a sender that a submission has arrived: what the catalogue says of it, and nothing that the sender
 * wrote but a plain name. Reply writes to `mailTo`. docs/decisions/0033-confirmation-mail.md
 */
export function composeConfirmation(
  { messageId, submissions: [submission] }: MailContent,
  { mailFrom, mailTo }: MailAddresses,
): Mail {
  const { kind, reference, email, receivedAt } = submission;
  const subject = `Your ${kind === 'order' ? 'order' : 'message'} has arrived [${reference}]`;
  const blocks = blocksOf(submission);
  return {
    from: mailFrom,
    to: { name: '', address: email },
    replyTo: mailTo,
    subject,
    messageId,
    date: new Date(receivedAt),
    headers: mailHeaders([reference]),
    fileName: `${reference}${ofConfirmation}`,
    text: `${blocks.map((block) => block.text).join('\n\n')}\n`,
    html: documentOf(subject, blocks),
  };
}
