/** What happens after an order or a quote request, for all families. */
export const orderSteps = {
  title: 'What Happens Next',
  steps: [
    'A person goes through the plan with you by phone or email, and puts the terms in writing.',
    'Once you agree, we set up what was agreed and send you what you need to sign in.',
  ],
} as const;
