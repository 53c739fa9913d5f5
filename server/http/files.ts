import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { Router } from 'express';
import mime from 'mime-types';
import type { Headers } from './securityHeaders.ts';
import { type PreparedResponse, prepareResponse } from './send.ts';

export type FileDirectories = {
  /** The client's build. Each file name contains a content hash, so browsers may keep the file. */
  readonly assets: string;
  /** The icons, and the folder `scenes`. The other folders hold sources of the client's build, and are not served. */
  readonly static: string;
  readonly documents: string;
  /** The pages' sharing pictures. */
  readonly share: string;
};

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

/** For each asset, icon and scene: the path by which it is requested, and a function that makes its response. */
export function fileMakers(directories: FileDirectories, common: Headers) {
  const makers = (prefix: string, directory: string, cacheControl: string) =>
    readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => {
        const make = async () => prepareFile(name, cacheControl, await readFile(path.join(directory, name)), common);
        return [prefix + name, make] as const;
      });
  return [
    ...makers('/assets/', directories.assets, 'public, max-age=31536000, immutable'),
    ...makers('/', directories.static, 'public, max-age=86400'),
    ...makers('/scenes/', path.join(directories.static, 'scenes'), 'public, max-age=86400'),
  ];
}

/** Serves the PDFs of the legal documents, and the sharing pictures. The response cache does not keep these files. */
export function fileRoutes({ documents, share }: FileDirectories): Router {
  const options = { index: false, redirect: false, extensions: false } as const;
  const serveDocuments = express.static(documents, {
    ...options,
    cacheControl: false,
    setHeaders: (response, file) => {
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('Content-Disposition', `attachment; filename="${path.basename(file)}"`);
    },
  });
  return Router({ caseSensitive: true, strict: true })
    .use('/documents', serveDocuments)
    .use('/share', express.static(share, { ...options, acceptRanges: false, maxAge: '1d' }));
}
