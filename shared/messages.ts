import { openingHours } from './company.ts';
import { firstAnswer } from './optionalFacts.ts';

export type ToastText = {
  readonly title?: string;
  readonly description: string;
  /** `default` is a success, `destructive` a failure, `info` neither. */
  readonly tone: 'default' | 'info' | 'destructive';
};

function success(title: string, description: string) {
  return { title, description, tone: 'default' } as const;
}

function failure(title: string, description: string) {
  return { title, description, tone: 'destructive' } as const;
}

/** The texts are agreed with the site's owner: ask the owner before you change a text. */
export const messages = {
  captchaRequired: failure('CAPTCHA Required', "Please verify that you're not a robot"),
  messageFailed: failure('Error', 'Failed to send message. Please try again or contact us directly.'),
  messageSent: success('Message Sent', "Thanks for your message! We'll be in touch soon."),
  orderFailed: failure('Error', 'Failed to submit order. Please try again or contact us directly.'),
  orderSubmitted: success('Order Submitted!', "We'll contact you shortly to confirm your order."),
  downloadFailed: { description: 'Error downloading document. Please try again.', tone: 'destructive' },
  contentProtected: {
    description: 'Right-click, copy and cut are switched off on this site. Selecting and pasting work as usual.',
    tone: 'info',
  },
} as const satisfies Record<string, ToastText>;

/** Notes of the order dialog. `order` and `quote` are above its buttons and must agree with section 2.1 of the Terms of Service. */
export const orderNotes = {
  order: 'No payment now. Nothing is binding until you accept our written confirmation.',
  quote: 'No payment now. You get a price in writing first, and nothing is binding until you accept it.',
  prepaidYear: 'Your confirmation says how a prepaid year ends.',
  requirementsArrived: 'Your additional requirements have arrived.',
  requirements: 'Say by when you need it, and what you have today.',
} as const;

/** When visitors get an answer: a sentence that is true at any hour. */
export const whenAnswered: string = `We answer ${firstAnswer && `${firstAnswer}, `}${openingHours}, otherwise on the next working day.`;

export function validationFailed(fieldMessages: readonly string[]): ToastText {
  return failure('Validation Error', fieldMessages.join(', '));
}

export function downloadStarted(filename: string): ToastText {
  return { description: `${filename} download started`, tone: 'default' };
}

export function stillSending(kind: 'order' | 'message'): string {
  return `Your ${kind} is still being sent. Nothing you typed is lost.`;
}

export const pageNotLoaded = 'This page could not be loaded.';

export const orderSteps = {
  title: 'What Happens Next',
  steps: [
    'A person goes through the plan with you by phone or email, and puts price and terms in writing.',
    whenAnswered,
    'Once you agree, we set up what was agreed and send you what you need to sign in.',
  ],
} as const;
