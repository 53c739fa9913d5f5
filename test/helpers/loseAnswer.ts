import type { HTTPRequest } from 'puppeteer';

/** The server gets an intercepted post; the browser never hears of it. */
export async function loseAnswer(request: HTTPRequest): Promise<void> {
  await fetch(request.url(), { method: 'POST', headers: request.headers(), body: request.postData() ?? '' });
  await request.abort('failed');
}
