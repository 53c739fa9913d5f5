import type { HTTPRequest } from 'puppeteer';

/** Sends an intercepted post to the server; the browser gets no answer. */
export async function loseAnswer(request: HTTPRequest): Promise<void> {
  await fetch(request.url(), { method: 'POST', headers: request.headers(), body: request.postData() ?? '' });
  await request.abort('failed');
}
