import { planByText } from '../../shared/hosting/catalogue.ts';
import type { HostingFamily, Plan } from '../../shared/hosting/family.ts';
import {
  type Choices,
  choiceErrors,
  choiceFields,
  choiceLines,
  orderedPrice,
  yearly,
} from '../../shared/hosting/orderChoices.ts';
import { readOrderMessage, unknownLines } from '../../shared/orderMessage.ts';
import type { FieldErrors } from '../../shared/submission.ts';
import type { Order } from '../outbox/submission.ts';
import { fieldsAtFault, type Refusal } from './acceptPost.ts';

/** How many unknown lines of an order are kept in their own column. A forged order may have many. */
const maxUnknownLines = 5;

/** The empty order of a contact message. */
export const noOrder: Order = {
  planId: null,
  orderedPlan: null,
  orderedPrice: null,
  billing: null,
  dataCentre: null,
  operatingSystem: null,
  unknownLines: null,
};

/** The order of a plan with `choices`, which the plan must offer. */
export function orderOf(family: HostingFamily, plan: Plan, choices: Choices): Order {
  return {
    ...noOrder,
    planId: plan.id,
    orderedPlan: plan.name,
    orderedPrice: orderedPrice(family, plan, choices),
    billing: choices.billing || null,
    dataCentre: choices.dataCentre || null,
    operatingSystem: choices.operatingSystem || null,
  };
}

/** The refusal of an order whose choices have the errors `fields`. Undefined if there are no errors. */
export function choiceRefusal(family: HostingFamily, plan: Plan, fields: FieldErrors): Refusal | undefined {
  const wrong = Object.keys(fields);
  if (wrong.length === 0) return undefined;
  // If the form has no field for the choice, there is no place to show a message beside it.
  const offered = choiceFields(family, plan).map(({ name }): string => name);
  return wrong.every((name) => offered.includes(name))
    ? { status: 400, error: fieldsAtFault, fields }
    : { status: 400, error: 'The plan does not offer this choice.' };
}

/** Reads an order from its text. `refusal`: why the order must be refused. */
export function readOrder(message: string): { readonly order: Order; readonly refusal?: Refusal | undefined } {
  const { plan: orderedPlan, price, details, choices } = readOrderMessage(message);
  const known = planByText(orderedPlan, details);
  const order = { ...noOrder, orderedPlan, orderedPrice: price };
  if (!known) return { order };
  const { family, plan } = known;
  const wrong = choiceErrors(family, plan, choices);
  const offered = (name: keyof Choices) => (name in wrong ? null : (choices[name] ?? null));
  const forged = Object.fromEntries(Object.entries(choices).filter(([name]) => name in wrong));
  const unknown = [...choiceLines(forged), ...unknownLines(family, plan, message)];
  const isYearly =
    price !== orderedPrice(family, plan, {}) && price === orderedPrice(family, plan, { billing: yearly });
  return {
    order: {
      ...order,
      planId: plan.id,
      billing: isYearly ? yearly : null,
      dataCentre: offered('dataCentre'),
      operatingSystem: offered('operatingSystem'),
      unknownLines: unknown.slice(0, maxUnknownLines).join('\n') || null,
    },
    refusal: choiceRefusal(family, plan, wrong),
  };
}
