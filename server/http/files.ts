import { readdirSync } from 'node:fs';
import path from 'node:path';
import express, { Router } from 'express';

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

/** The addresses of the assets and icons. */
export function fileAddresses(directories: FileDirectories): string[] {
  return [
    ...filesIn(directories.assets).map((name) => `/assets/${name}`),
    ...filesIn(directories.static).map((name) => `/${name}`),
  ];
}

/** Serves the assets, the icons, the legal documents and the sharing pictures. */
export function fileRoutes(directories: FileDirectories): Router {
  const files = { index: false, redirect: false, extensions: false } as const;
  // Compressed answers have no ranges.
  const whole = { ...files, acceptRanges: false } as const;
  const icons = express.static(directories.static, { ...whole, maxAge: '1d' });
  const documents = express.static(directories.documents, {
    ...files,
    cacheControl: false,
    setHeaders: (response, file) => {
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('Content-Disposition', `attachment; filename="${path.basename(file)}"`);
    },
  });
  return Router({ caseSensitive: true, strict: true })
    .use('/assets', express.static(directories.assets, { ...whole, immutable: true, maxAge: '1y' }))
    .use('/documents', documents)
    .use('/share', express.static(directories.share, { ...whole, maxAge: '1d' }))
    .get(
      filesIn(directories.static).map((name) => `/${name}`),
      icons,
    );
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}
