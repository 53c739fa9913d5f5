import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { Router } from 'express';
import mime from 'mime-types';
import type { Answer } from './send.ts';

export type FileDirectories = {
  /** The client's build: each file name contains a content hash. */
  readonly assets: string;
  /** The icons. Its subfolders are sources of the client's build. */
  readonly static: string;
  /** The legal documents. */
  readonly documents: string;
  /** The pages' sharing pictures. */
  readonly share: string;
};

/** A text or a file as an answer; `name` has the extension of its type. */
export function fileAnswer(name: string, cacheControl: string, body: Uint8Array): Answer {
  return {
    headers: {
      'Cache-Control': cacheControl,
      ETag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
      'Content-Type': mime.contentType(path.extname(name)) || 'application/octet-stream',
    },
    body,
  };
}

/** Makes the answers of the assets and icons, by their addresses. */
export function fileMakers(directories: FileDirectories): [address: string, () => Promise<Answer>][] {
  const makers = (prefix: string, directory: string, cacheControl: string) =>
    filesIn(directory).map((name): [string, () => Promise<Answer>] => [
      prefix + name,
      async () => fileAnswer(name, cacheControl, await readFile(path.join(directory, name))),
    ]);
  return [
    ...makers('/assets/', directories.assets, 'public, max-age=31536000, immutable'),
    ...makers('/', directories.static, 'public, max-age=86400'),
  ];
}

/** Serves the legal documents and the sharing pictures. */
export function fileRoutes(directories: FileDirectories): Router {
  const files = { index: false, redirect: false, extensions: false } as const;
  const documents = express.static(directories.documents, {
    ...files,
    cacheControl: false,
    setHeaders: (response, file) => {
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('Content-Disposition', `attachment; filename="${path.basename(file)}"`);
    },
  });
  return Router({ caseSensitive: true, strict: true })
    .use('/documents', documents)
    .use('/share', express.static(directories.share, { ...files, acceptRanges: false, maxAge: '1d' }));
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}
