import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Environment } from './environment.ts';

/** Whether the file can be read and begins with a certificate in PEM. */
export function isCertificateFile(file: string): boolean {
  try {
    return new X509Certificate(readFileSync(file)).subject !== '';
  } catch {
    return false;
  }
}

/** Trusts the authorities of `NODE_EXTRA_CA_CERTS`. Node reads this variable before we read `.env`. */
export function trustAuthorities({ NODE_EXTRA_CA_CERTS }: Environment): void {
  const file = NODE_EXTRA_CA_CERTS?.trim();
  if (file) setDefaultCACertificates([...getCACertificates(), readFileSync(file, 'utf8')]);
}
