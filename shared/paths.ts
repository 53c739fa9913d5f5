/** The paths of the pages that are not in the lists of hosting, services and legal documents. */
export const paths = {
  home: '/',
  services: '/services',
  about: '/about',
  contact: '/contact',
  support: '/support',
  legal: '/legal',
} as const;

/** Not in `paths`, because search engines must not index the search page. */
export const searchPath = '/search';
export const notFoundPath = '/404';

export function hostingPath(id: string): string {
  return `/${id}`;
}
export function servicePath(id: string): string {
  return `${paths.services}/${id}`;
}
export function legalPath(id: string): string {
  return `${paths.legal}/${id}`;
}
export function documentPath(filename: string): string {
  return `/documents/${filename}`;
}

/** The path of a page's sharing picture, a PNG of 1200 x 630. `path` is the page's path. */
export function sharePath(path: string): string {
  return `/share/${path.slice(1).replaceAll('/', '-') || 'home'}.png`;
}

export const endpoints = {
  submissions: '/functions/v1/send-contact-email',
  captchaChallenge: '/captcha/challenge',
  clientEvents: '/client-events',
  manifest: '/site.webmanifest',
} as const;

/** These two paths are not in `endpoints`, because only the server uses them. */
export const healthPath = '/healthz';
export const chatPath = '/chat';

/** The query parameters of pages, beside the plan finder's (`criterionNames`). No parameter holds personal data. */
export const parameters = {
  /** The id of the plan whose order dialog is open. */
  order: 'order',
  /** The reference of the order that a plain form post has just stored. */
  submitted: 'submitted',
  /** The id of the service or hosting family that a message is about. */
  about: 'about',
  /** The largest plan's number of users: the message asks for a plan for more users. */
  over: 'over',
  /** The ids of the plans that a hosting page compares, with commas between them. */
  compare: 'compare',
  query: 'q',
} as const;

/** The id of the element with the page's content, after the header. */
export const mainId = 'main';

export function orderAddress(path: string, planId: string): string {
  return `${path}?${parameters.order}=${planId}`;
}

/** The address of the contact page with a message that names a service or hosting family, and asks for more than `over` users. */
export function askAddress(id: string, over?: number | string): string {
  return `${paths.contact}?${parameters.about}=${id}${over ? `&${parameters.over}=${over}` : ''}`;
}

export function planCardId(planId: string): string {
  return `plan-${planId}`;
}

/** The id of an answer. `index`: the answer's place on the page, from 0. */
export function answerId(index: number): string {
  return `answer-${index + 1}`;
}

export function sectionId(number: number | string): string {
  return `section-${number}`;
}

export function planAddress(path: string, planId: string): string {
  return `${path}#${planCardId(planId)}`;
}

export const comparisonId = 'comparison';
export const contactFormId = 'consultation';

/** Like `askAddress`, with the fragment that makes browsers scroll to the contact form. */
export function askFormAddress(id: string, over?: number): string {
  return `${askAddress(id, over)}#${contactFormId}`;
}

export const assessmentAddress: string = askFormAddress('it-health');

export function resultQuery(reference: string): string {
  return `?${parameters.submitted}=${reference}`;
}

/** The address of a stored order's result. The fragment makes text browsers and screen readers start at the content. */
export function resultAddress(path: string, reference: string): string {
  return `${path}${resultQuery(reference)}#${mainId}`;
}
