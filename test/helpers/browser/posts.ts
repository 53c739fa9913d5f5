import type { HTTPRequest, Page, ResponseForRequest } from 'puppeteer';
import { endpoints } from '../../../shared/paths.ts';

/** Whether a request is a submission, by a script or by a plain form. */
export function isSubmission(request: HTTPRequest): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname === endpoints.submissions;
}

/** Holds back the page's submissions. Resolves with the first one. */
export async function holdSubmissions(page: Page): Promise<HTTPRequest> {
  const held = Promise.withResolvers<HTTPRequest>();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (isSubmission(request)) held.resolve(request);
    else request.continue().catch(() => {});
  });
  return held.promise;
}

/** Answers the page's submissions in the server's place. */
export async function answerSubmissions(
  page: Page,
  answer: (post: HTTPRequest) => Partial<ResponseForRequest>,
): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => void (isSubmission(request) ? request.respond(answer(request)) : request.continue()));
}
