import { type HostingFamily, type Plan, planDetails, shownPrice } from './hosting/family.ts';

const header = '=== HOSTING ORDER REQUEST ===';
const footer = '---\nThis is an automated order request from the website.';
const noRequirements = 'No additional requirements specified.';
const labels = { plan: 'Selected Plan: ', price: 'Price: ', details: 'Plan Details: ' } as const;

/** The initial text of the order dialog's message field. */
export function prefilledMessage(family: HostingFamily, plan: Plan): string {
  return `I would like to order the ${plan.name} plan (${shownPrice(family, plan)}). ${planDetails(family, plan)}`;
}

/** The message of a posted order. `requirements` may be empty. */
export function composeOrderMessage(family: HostingFamily, plan: Plan, requirements: string): string {
  return [
    header,
    '',
    labels.plan + plan.name,
    labels.price + shownPrice(family, plan),
    labels.details + planDetails(family, plan),
    '',
    requirements === '' ? noRequirements : `Additional Requirements:\n${requirements}`,
    '',
    footer,
  ].join('\n');
}

/** Whether a message begins with the header line of an order. */
export function isOrderMessage(message: string): boolean {
  return message.split('\n', 1)[0]?.trim() === header;
}

/** The plan, price and details lines of an order's message; empty if missing. Visitors can forge them. */
export function readOrderMessage(message: string): { plan: string; price: string; details: string } {
  const lines = message.split('\n');
  const valueAfter = (label: string) => lines.find((line) => line.startsWith(label))?.slice(label.length) ?? '';
  return { plan: valueAfter(labels.plan), price: valueAfter(labels.price), details: valueAfter(labels.details) };
}
