import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type RawAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As received, still compressed. */
  readonly body: Buffer;
};

export type RawRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Sends one request. Adds no Accept-Encoding, follows no redirect and decodes nothing. */
export function rawRequest(url: string, { method = 'GET', headers = {}, body }: RawRequest = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response).then((body) => resolve({ status, headers, body }), reject);
    })
      .once('error', reject)
      .end(body);
  });
}

/** The body of the answer to a GET request, whatever its status. */
export async function textAt(url: string): Promise<string> {
  return (await rawRequest(url)).body.toString();
}
