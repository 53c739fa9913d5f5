import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Environment } from './environment.ts';

/** Whether a file has a certificate in PEM, and can be read. */
export function isCertificateFile(file: string): boolean {
  try {
    return new X509Certificate(readFileSync(file)).subject !== '';
  } catch {
    return false;
  }
}

/** Trusts the authorities of `NODE_EXTRA_CA_CERTS`. Node itself reads it before `.env` is. */
export function trustAuthorities({ NODE_EXTRA_CA_CERTS }: Environment): void {
  const file = NODE_EXTRA_CA_CERTS?.trim();
  if (file) setDefaultCACertificates([...getCACertificates(), readFileSync(file, 'utf8')]);
}
