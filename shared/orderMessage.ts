import { type HostingFamily, type Plan, planDetails, shortVatNote } from './hosting/family.ts';
import { type OrderOptions, optionLines, orderedPrice, orderedPrices, readOptions } from './hosting/orderOptions.ts';
import { orderNotes } from './messages.ts';

const header = '=== HOSTING ORDER REQUEST ===';
const footer = '---\nThis is an automated order request from the website.';
const requirementsLine = 'Additional Requirements:';
const noRequirements = 'No additional requirements specified.';
const labels = { plan: 'Selected Plan: ', price: 'Price: ', details: 'Plan Details: ' } as const;

function prefilled(family: HostingFamily, plan: Plan, price: string): string {
  return `I would like to order the ${plan.name} plan (${price}). ${planDetails(family, plan)}`;
}

export function prefilledMessage(family: HostingFamily, plan: Plan, choices: OrderOptions = {}): string {
  const text = prefilled(family, plan, orderedPrice(family, plan, choices));
  return family.orderHint ? `${text}\n${family.orderHint} ` : text;
}

/** Writes the price of the chosen billing into a pre-filled message. A message that the visitor has changed stays as it is. */
export function followOptions(family: HostingFamily, plan: Plan, choices: OrderOptions, message: string): string {
  const isPrefilled = orderedPrices(family, plan).some((price) => message === prefilled(family, plan, price));
  return isPrefilled ? prefilled(family, plan, orderedPrice(family, plan, choices)) : message;
}

/** The message of a posted order. `requirements` may be empty. */
export function composeOrderMessage(
  family: HostingFamily,
  plan: Plan,
  requirements: string,
  choices: OrderOptions = {},
): string {
  return [
    header,
    '',
    labels.plan + plan.name,
    labels.price + orderedPrice(family, plan, choices),
    labels.details + planDetails(family, plan),
    ...optionLines(choices),
    '',
    requirements === '' ? noRequirements : `${requirementsLine}\n${followOptions(family, plan, choices, requirements)}`,
    '',
    footer,
  ].join('\n');
}

export function isOrderMessage(message: string): boolean {
  return message.split('\n', 1)[0]?.trim() === header;
}

/** What an order's message says about its plan. A text is empty if its line is missing. Visitors can forge these texts. */
export function readOrderMessage(message: string) {
  const lines = message.split('\n');
  const valueAfter = (label: string) => lines.find((line) => line.startsWith(label))?.slice(label.length) ?? '';
  const afterDetails = lines.slice(lines.findIndex((line) => line.startsWith(labels.details)) + 1);
  const end = afterDetails.indexOf('');
  return {
    plan: valueAfter(labels.plan),
    price: valueAfter(labels.price),
    details: valueAfter(labels.details),
    choices: readOptions(end < 0 ? afterDetails : afterDetails.slice(0, end)),
  };
}

/** An ordered price with its period and VAT: `R499 per month, incl. VAT`. Other texts, such as `Contact for Pricing`, stay. */
export function priceText(price: string): string {
  if (!price.startsWith('R')) return price;
  return `${price.includes(' per ') ? price : `${price} per month`}, ${shortVatNote}`;
}

/** How we answer. `phone` may be empty. */
export function writtenTo(email: string, phone = ''): string {
  return `A person writes to ${email}${phone && `, or phones ${phone}`}`;
}

/** What an order obliges to: a yearly price is prepaid, and a price on request follows in writing. */
export function obligationOf({ showsPrices }: HostingFamily, price: string): string {
  if (!showsPrices) return orderNotes.quote;
  return price.endsWith(' per year') ? `${orderNotes.order} ${orderNotes.prepaidYear}` : orderNotes.order;
}

/** What the result of an order says about it. The message is not repeated, because the page can be shared. */
export function resultLines(
  { family, plan }: { readonly family: HostingFamily; readonly plan: Plan },
  price: string,
  choices: OrderOptions,
  { email, message }: { readonly email: string; readonly message: string },
): readonly string[] {
  const untouched = ['', prefilledMessage(family, plan, choices).trim()];
  const isUntouched = untouched.some((text) => message === composeOrderMessage(family, plan, text, choices));
  const arrived = isUntouched ? '' : orderNotes.requirementsArrived;
  return [priceText(price), ...optionLines(choices), arrived, writtenTo(email), obligationOf(family, price)].filter(
    Boolean,
  );
}

/** The lines of an order's message before the requirements. */
function orderLines(message: string): readonly string[] {
  const lines = message.split('\n');
  const end = lines.findIndex((line) => line === requirementsLine || line === noRequirements);
  return end < 0 ? lines : lines.slice(0, end);
}

/**
 * The lines before the requirements that the site itself would not write for this plan and these choices. Only a forged
 * message has such lines.
 */
export function unknownLines(family: HostingFamily, plan: Plan, message: string): readonly string[] {
  const { price, choices } = readOrderMessage(message);
  const known = [...orderLines(composeOrderMessage(family, plan, '', choices)), labels.price + price];
  return orderLines(message).filter((line) => !known.includes(line));
}
