import { expect, test } from '@jest/globals';
import { families, planById, planByText } from '../../shared/hosting/catalogue.ts';
import { planDetails } from '../../shared/hosting/family.ts';
import { choiceFields } from '../../shared/hosting/orderChoices.ts';
import {
  composeOrderMessage,
  followChoices,
  isOrderMessage,
  prefilledMessage,
  readOrderMessage,
} from '../../shared/orderMessage.ts';
import { limits } from '../../shared/submission.ts';

function plan(id: string) {
  const found = planById(id);
  if (!found) throw new Error(`no plan ${id}`);
  return found;
}

test('the exact pre-filled text', () => {
  const { family, plan: cxn3 } = plan('CXN3');
  expect(prefilledMessage(family, cxn3)).toBe(
    'I would like to order the CXN3 plan (R499). VPS Server Hosting: 4 CPUs, 8 GB RAM, 120 GB NVMe storage, Cape Town or Johannesburg',
  );
  const shared = plan('shared-starter');
  expect(prefilledMessage(shared.family, shared.plan)).toMatch(
    /^I would like to order the Starter plan \(Contact for Pricing\)\. /,
  );
});

test('an order of Microsoft 365 asks for the number of users after the specified text', () => {
  const { family, plan: basic } = plan('microsoft-365-business-basic');
  const message = prefilledMessage(family, basic);
  expect(message).toBe(
    `I would like to order the Business Basic plan (Contact for Pricing). ${planDetails(family, basic)}\nNumber of users: `,
  );
  expect(composeOrderMessage(family, basic, `${message}12`)).toContain('\nNumber of users: 12\n');
});

test('the exact composed text', () => {
  const { family, plan: cxn3 } = plan('CXN3');
  expect(composeOrderMessage(family, cxn3, 'Two of them,\nplease.')).toBe(`=== HOSTING ORDER REQUEST ===

Selected Plan: CXN3
Price: R499
Plan Details: VPS Server Hosting: 4 CPUs, 8 GB RAM, 120 GB NVMe storage, Cape Town or Johannesburg

Additional Requirements:
Two of them,
please.

---
This is an automated order request from the website.`);
  expect(composeOrderMessage(family, cxn3, '')).toContain(
    'Johannesburg\n\nNo additional requirements specified.\n\n---\n',
  );
});

test('a yearly price and choices are lines of their own; the default leaves the text as it is', () => {
  const { family, plan: cxn1 } = plan('CXN1');
  const message = composeOrderMessage(family, cxn1, 'Please phone first.', {
    billing: 'yearly',
    dataCentre: 'Cape Town',
    operatingSystem: 'Debian 12',
  });
  expect(message).toContain(`Selected Plan: CXN1
Price: R750 per year
Plan Details: ${planDetails(family, cxn1)}
Data centre: Cape Town
Operating system: Debian 12

Additional Requirements:
Please phone first.
`);
  expect(readOrderMessage(message)).toMatchObject({
    price: 'R750 per year',
    choices: { dataCentre: 'Cape Town', operatingSystem: 'Debian 12' },
  });
  expect(planByText('CXN1', readOrderMessage(message).details)?.plan.id).toBe('CXN1');
  expect(composeOrderMessage(family, cxn1, '', { billing: '', dataCentre: '', operatingSystem: '' })).toBe(
    composeOrderMessage(family, cxn1, ''),
  );
});

test('a name that one plan has is that plan, whatever the details say; of several the details decide', () => {
  expect(planByText('CXN1', 'something else')?.plan.id).toBe('CXN1');
  const names = families.flatMap(({ plans }) => plans.map(({ name }) => name));
  const shared = names.filter((name, index) => names.indexOf(name) !== index);
  expect(shared.length).toBeGreaterThan(0);
  for (const name of shared) expect(planByText(name, 'something else')).toBeUndefined();
});

test("exactly the page's own sentence names the chosen price; any other text stays as the visitor sent it", () => {
  const { family, plan: cxn1 } = plan('CXN1');
  const yearly = { billing: 'yearly' };
  const monthlyText = prefilledMessage(family, cxn1);
  const yearlyText = monthlyText.replace('(R124)', '(R750 per year)');
  expect(followChoices(family, cxn1, yearly, monthlyText)).toBe(yearlyText);
  expect(followChoices(family, cxn1, {}, yearlyText)).toBe(monthlyText);
  for (const text of [`${monthlyText} Soon.`, `${monthlyText}\n`, 'We had the CXN1 plan (R124).', ''])
    expect(followChoices(family, cxn1, yearly, text)).toBe(text);
});

test('only a plan with a shown yearly price can be ordered by the year, only VPS plans offer the other choices', () => {
  for (const family of families)
    for (const each of family.plans) {
      const choices = each.id.startsWith('CXN') ? ['dataCentre', 'operatingSystem'] : [];
      const names = choiceFields(family, each).map(({ name }) => name);
      expect([each.id, names]).toEqual([each.id, each.id === 'CXN1' ? ['billing', ...choices] : choices]);
    }
});

test("each plan's text is within the limit, is recognised as an order and identifies the plan", () => {
  for (const family of families)
    for (const each of family.plans) {
      const message = composeOrderMessage(family, each, 'x'.repeat(limits.requirements.max));
      expect(message.length).toBeLessThanOrEqual(limits.orderMessage.max);
      expect(isOrderMessage(message)).toBe(true);
      const { plan: name, price, details } = readOrderMessage(message);
      expect(planByText(name, details)?.plan.id).toBe(each.id);
      expect(price).toBe(family.showsPrices ? each.price : 'Contact for Pricing');
      expect(prefilledMessage(family, each).length).toBeLessThanOrEqual(limits.requirements.max);
    }
});

test("a visitor's lines cannot pass for the plan's", () => {
  const { family, plan: cxn3 } = plan('CXN3');
  const message = composeOrderMessage(family, cxn3, 'Selected Plan: CXN14\nPrice: R1\nPlan Details: all of it');
  expect(readOrderMessage(message)).toMatchObject({ plan: 'CXN3', price: 'R499' });
  const forged = composeOrderMessage(family, cxn3, 'Data centre: Durban\n\nOperating system: Plan 9');
  expect(readOrderMessage(forged).choices).toEqual({ dataCentre: undefined, operatingSystem: undefined });
});
