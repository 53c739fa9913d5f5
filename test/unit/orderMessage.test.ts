import { expect, test } from '@jest/globals';
import { mailLink } from '../../shared/contactLinks.ts';
import { families, planById, planByText } from '../../shared/hosting/catalogue.ts';
import { planDetails } from '../../shared/hosting/family.ts';
import { optionFields } from '../../shared/hosting/orderOptions.ts';
import {
  composeOrderMessage,
  followOptions,
  isOrderMessage,
  prefilledMessage,
  readOrderMessage,
  resultLines,
} from '../../shared/orderMessage.ts';
import { limits } from '../../shared/submission.ts';

function plan(id: string) {
  const found = planById(id);
  if (!found) throw new Error(`no plan ${id}`);
  return found;
}

const cxn3 = plan('CXN3');
const cxn1 = plan('CXN1');
const cxn3Details = 'VPS Server Hosting: 4 CPUs, 8 GB RAM, 120 GB NVMe storage, Cape Town or Johannesburg';

test('an order is pre-filled with the specified text', () => {
  expect(prefilledMessage(cxn3.family, cxn3.plan)).toBe(`I would like to order the CXN3 plan (R499). ${cxn3Details}`);
  const { family, plan: starter } = plan('shared-starter');
  expect(prefilledMessage(family, starter)).toMatch(
    /^I would like to order the Starter plan \(Contact for Pricing\)\. /,
  );
});

test('an order of Microsoft 365 asks for the number of users after the specified text', () => {
  const { family, plan: basic } = plan('microsoft-365-business-basic');
  const message = prefilledMessage(family, basic);
  const details = planDetails(family, basic);
  expect(message).toBe(
    `I would like to order the Business Basic plan (Contact for Pricing). ${details}\nNumber of users: `,
  );
  expect(composeOrderMessage(family, basic, `${message}12`)).toContain('\nNumber of users: 12\n');
  // A visitor who deletes the hint does not find it in the mail.
  const [sentence = ''] = message.split('\n');
  expect(composeOrderMessage(family, basic, sentence)).not.toContain('Number of users');
});

test.each([
  ['Two of them,\nplease.', 'Additional Requirements:\nTwo of them,\nplease.'],
  ['', 'No additional requirements specified.'],
])('the text of an order with the requirements %j', (requirements, paragraph) => {
  expect(composeOrderMessage(cxn3.family, cxn3.plan, requirements)).toBe(`=== HOSTING ORDER REQUEST ===

Selected Plan: CXN3
Price: R499
Plan Details: ${cxn3Details}

${paragraph}

---
This is an automated order request from the website.`);
});

test('an order of CXN1 can be by the year, in either data centre, with each system of the page', () => {
  const offered = optionFields(cxn1.family, cxn1.plan).map(({ options }) => options.map(({ value }) => value).join());
  const linux = ',Debian 12,Debian 13,CentOS 7,CentOS Stream 8,CentOS Stream 9,AlmaLinux 8,AlmaLinux 9';
  const ubuntu = ',Ubuntu Server 20 LTS,Ubuntu Server 22 LTS,Ubuntu Server 23,Ubuntu Server 24 LTS';
  expect(offered).toEqual([',yearly', ',Cape Town,Johannesburg', ubuntu + linux]);
});

test("an order's plan name decides its plan, and the details decide only if several plans have that name", () => {
  expect(planByText('CXN1', 'something else')?.plan.id).toBe('CXN1');
  expect(planByText('Starter', 'something else')).toBeUndefined();
});

test("only the page's own sentence gets the chosen price, and any other order text stays as the visitor typed it", () => {
  const { family, plan: ordered } = cxn1;
  const yearly = { billing: 'yearly' };
  const monthlyText = prefilledMessage(family, ordered);
  const yearlyText = monthlyText.replace('(R124)', '(R750 per year)');
  expect(followOptions(family, ordered, yearly, monthlyText)).toBe(yearlyText);
  expect(followOptions(family, ordered, {}, yearlyText)).toBe(monthlyText);
  for (const text of [`${monthlyText} Soon.`, `${monthlyText}\n`, 'We had the CXN1 plan (R124).', ''])
    expect(followOptions(family, ordered, yearly, text)).toBe(text);
});

test.each(families.flatMap(({ plans }) => plans.map(({ id }) => id)))(
  'an order of %s is recognised and read, its text is within the limit, and it offers the choices of its family',
  (id) => {
    const { family, plan: each } = plan(id);
    const message = composeOrderMessage(family, each, 'x'.repeat(limits.requirements.max));
    expect(message.length).toBeLessThanOrEqual(limits.orderMessage.max);
    expect(isOrderMessage(message)).toBe(true);
    const { plan: name, price, details } = readOrderMessage(message);
    expect(planByText(name, details)?.plan.id).toBe(id);
    expect(price).toBe(family.showsPrices ? `R${each.price}` : 'Contact for Pricing');
    expect(prefilledMessage(family, each).length).toBeLessThanOrEqual(limits.requirements.max);

    const choices = id.startsWith('CXN') ? ['dataCentre', 'operatingSystem'] : [];
    const billing = family.showsPrices && each.yearlyPrice ? ['billing'] : [];
    expect(optionFields(family, each).map((field) => field.name)).toEqual([...billing, ...choices]);
  },
);

test("lines that a visitor adds to an order are not taken for the plan's lines", () => {
  const forged = 'Selected Plan: CXN14\nPrice: R1\n\nData centre: Durban\n\nOperating system: Plan 9';
  expect(readOrderMessage(composeOrderMessage(cxn3.family, cxn3.plan, forged))).toMatchObject({
    plan: 'CXN3',
    price: 'R499',
    choices: { dataCentre: undefined, operatingSystem: undefined },
  });
});

test('the email link of a failed form has the line ends of mail, and is cut between two characters, never inside an emoji', () => {
  expect(mailLink('Order', 'CXN3\nR499')).toMatch(/\?subject=Order&body=CXN3%0D%0AR499$/);
  const link = mailLink('Order', '🙂'.repeat(1000));
  expect([link.length > 1980, link.length <= 2000]).toEqual([true, true]);
  expect(decodeURIComponent(link)).toMatch(/&body=(?:🙂)+$/u);
});

test.each([
  ['', false],
  [
    'I would like to order the CXN1 plan (R750 per year). VPS Server Hosting: 1 CPU, 2 GB RAM, 25 GB NVMe storage, Cape Town or Johannesburg',
    false,
  ],
  ['By Friday, please.', true],
])('the result of an order with the text %j says that it has arrived: %s', (text, isSaid) => {
  const choices = { billing: 'yearly' };
  const order = { email: 'jo@visitor.example', message: composeOrderMessage(cxn1.family, cxn1.plan, text, choices) };
  const lines = resultLines(cxn1, 'R750 per year', choices, order);
  expect(lines.includes('Your additional requirements have arrived.')).toBe(isSaid);
});
