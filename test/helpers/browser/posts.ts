import type { HTTPRequest, Page } from 'puppeteer';
import { endpoints } from '../../../shared/paths.ts';

/** Whether a request is a submission, by a script or by a plain form. */
export function isSubmission(request: HTTPRequest): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname === endpoints.submissions;
}

/** Calls `treat` for each submission of the page. `treat` must continue, answer or abort the request. `count` begins with 1. */
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

/** Holds back the page's first submission, and resolves with the request. */
export async function holdSubmission(page: Page): Promise<HTTPRequest> {
  const held = Promise.withResolvers<HTTPRequest>();
  await interceptSubmissions(page, (post, count) => (count === 1 ? held.resolve(post) : post.continue()));
  return held.promise;
}
