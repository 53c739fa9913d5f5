/** The content of a toast. */
export type Notice = {
  readonly title?: string;
  readonly description: string;
  readonly tone: 'default' | 'destructive';
};

/** The texts are agreed with the site's owner: ask before you change one. */
export const messages = {
  captchaRequired: {
    title: 'CAPTCHA Required',
    description: "Please verify that you're not a robot",
    tone: 'destructive',
  },
  messageFailed: {
    title: 'Error',
    description: 'Failed to send message. Please try again or contact us directly.',
    tone: 'destructive',
  },
  messageSent: {
    title: 'Message Sent',
    description: "Thanks for your message! We'll be in touch soon.",
    tone: 'default',
  },
  orderFailed: {
    title: 'Error',
    description: 'Failed to submit order. Please try again or contact us directly.',
    tone: 'destructive',
  },
  orderSubmitted: {
    title: 'Order Submitted!',
    description: "We'll contact you shortly to confirm your order.",
    tone: 'default',
  },
  downloadFailed: {
    description: 'Error downloading document. Please try again.',
    tone: 'destructive',
  },
  contentProtected: {
    description: 'Right-click, copy and cut are switched off on this site. Selecting and pasting work as usual.',
    tone: 'default',
  },
} as const satisfies Record<string, Notice>;

/** The toast with the messages of all invalid fields. */
export function validationFailed(fieldMessages: readonly string[]): Notice {
  return {
    title: 'Validation Error',
    description: fieldMessages.join(', '),
    tone: 'destructive',
  };
}

/** The toast about a download that has begun. */
export function downloadStarted(filename: string): Notice {
  return {
    description: `${filename} download started`,
    tone: 'default',
  };
}
