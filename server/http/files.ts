import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { Router } from 'express';
import mime from 'mime-types';
import type { Headers } from './securityHeaders.ts';
import { type PreparedResponse, prepareResponse } from './send.ts';

/** The ETag of a text or a file. It is weak, as all codings share it: https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
export function etagOf(body: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url')}"`;
}

/** Makes the response for a text or a file. The extension of `name` determines the media type. */
export function prepareFile(
  name: string,
  cacheControl: string,
  body: Uint8Array,
  common: Headers,
): Promise<PreparedResponse> {
  const type = mime.contentType(path.extname(name)) || 'application/octet-stream';
  return prepareResponse({ ...common, 'Cache-Control': cacheControl, ETag: etagOf(body), 'Content-Type': type }, body);
}

/** For each asset, icon and scene: its path, and a function that makes its response. `dist`: the folder of the build. */
export function fileMakers(dist: string, common: Headers) {
  const makers = (prefix: string, directory: string, cacheControl: string) =>
    readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => {
        const make = async () => prepareFile(name, cacheControl, await readFile(path.join(directory, name)), common);
        return [prefix + name, make] as const;
      });
  // The other folders in `static` hold sources of the client's build, and are not served.
  const icons = path.join(dist, '..', 'static');
  return [
    // Each name contains a hash of the content, so browsers may keep the file.
    ...makers('/assets/', path.join(dist, 'client', 'assets'), 'public, max-age=31536000, immutable'),
    ...makers('/', icons, 'public, max-age=86400'),
    ...makers('/scenes/', path.join(icons, 'scenes'), 'public, max-age=86400'),
  ];
}

/** Serves the PDFs of the legal documents, and the sharing pictures. The response cache does not keep these files. */
export function fileRoutes(dist: string): Router {
  const options = { index: false, redirect: false, extensions: false } as const;
  const serveDocuments = express.static(path.join(dist, 'documents'), {
    ...options,
    cacheControl: false,
    setHeaders: (response, file) => {
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('Content-Disposition', `attachment; filename="${path.basename(file)}"`);
    },
  });
  return Router({ caseSensitive: true, strict: true })
    .use('/documents', serveDocuments)
    .use('/share', express.static(path.join(dist, 'share'), { ...options, acceptRanges: false, maxAge: '1d' }));
}
