import type { HTTPRequest, Page } from 'puppeteer';
import { endpoints } from '../../../shared/paths.ts';
import { person } from '../visitor/visitor.ts';

/** Whether a request is a submission, by a script or by a plain form. */
export function isSubmission(request: HTTPRequest): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname === endpoints.submissions;
}

/** Leaves the page's submissions to `treat`, which continues, answers or aborts each. `count`: 1 for the first. */
export async function interceptSubmissions(
  page: Page,
  treat: (post: HTTPRequest, count: number) => unknown,
): Promise<void> {
  let count = 0;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (isSubmission(request)) void treat(request, ++count);
    else request.continue().catch(() => {});
  });
}

/** Holds back the page's first submission. Resolves with it. */
export async function holdSubmission(page: Page): Promise<HTTPRequest> {
  const held = Promise.withResolvers<HTTPRequest>();
  await interceptSubmissions(page, (post, count) => (count === 1 ? held.resolve(post) : post.continue()));
  return held.promise;
}

/** Lets the page's submissions fail, until the function is called with which it resolves. */
export async function refuseSubmissions(page: Page): Promise<() => Promise<void>> {
  await interceptSubmissions(page, (post) => post.respond({ status: 500 }));
  return async () => {
    page.removeAllListeners('request');
    await page.setRequestInterception(false);
  };
}

/** Orders as a browser without scripts does. Resolves with the address of the result. */
export async function resultAddress(url: string): Promise<string> {
  const body = new URLSearchParams({ ...person, plan: 'CXN3', message: '' });
  const answer = await fetch(url + endpoints.submissions, { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}
