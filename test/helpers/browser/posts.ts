import type { HTTPRequest, Page } from 'puppeteer';
import { endpoints } from '../../../shared/paths.ts';
import { intercept, pass } from './browser.ts';

/** Whether a request is a post, made by a script or by the browser itself. */
export function isSubmission(request: HTTPRequest): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname === endpoints.submissions;
}

/** Calls `treat` for each post of the page. `treat` must continue, answer or abort it. `count`: 1 for the first post, and so on. */
export async function interceptSubmissions(
  page: Page,
  treat: (post: HTTPRequest, count: number) => unknown,
): Promise<void> {
  let count = 0;
  await intercept(page, (request) => (isSubmission(request) ? treat(request, ++count) : pass(request)));
}

/** Holds back the page's next post, and resolves with its request. Later posts go through. */
export async function holdSubmission(page: Page): Promise<HTTPRequest> {
  const held = Promise.withResolvers<HTTPRequest>();
  await interceptSubmissions(page, (post, count) => (count === 1 ? held.resolve(post) : post.continue()));
  return held.promise;
}
