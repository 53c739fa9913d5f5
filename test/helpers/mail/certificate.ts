import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Reads a self-signed certificate and its key, both in PEM. Only tests use them. */
function read(name: string) {
  const text = readFileSync(path.join(import.meta.dirname, `certificates/${name}.pem`), 'utf8');
  const [key = '', cert = ''] = text.split(/(?=-----BEGIN CERTIFICATE)/);
  return { key, cert };
}

/** For `mail.example`, valid until 2126. */
export const certificate = read('mail');
/** For `localhost` and 127.0.0.1, valid until 2126. */
export const localCertificate = read('local');
/** For `mail.example`, expired. */
export const expiredCertificate = read('expired');
