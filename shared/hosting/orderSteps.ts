/** What happens after an order or a quote request, for all families. */
export const orderSteps = {
  title: 'What Happens Next',
  steps: [
    {
      title: 'You Send a Request',
      text: 'Choose a plan and say who you are. It takes a minute, and nothing is owed yet.',
    },
    {
      title: 'We Confirm It',
      text: 'A person goes through the plan with you by phone or email, and puts the terms in writing.',
    },
    {
      title: 'We Set It Up',
      text: 'Once you agree, we set everything up and send you what you need to sign in.',
    },
  ],
} as const;

export const undecided = {
  title: 'Not Sure Which Plan Fits?',
  text: 'Tell us what you run today and how many people use it. We would rather sell you the smaller plan that fits.',
} as const;
