import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';
import { connectionOptions } from './smtpUrl.ts';

/** Resolves once the mail is in the hands of the next server (or on disk); rejects otherwise, at the signal too. */
export type SendMail = { send(mail: Mail, signal: AbortSignal): Promise<void>; close(): void };

/** The server answered, but would not take the recipient. */
export class RecipientRejected extends Error {
  readonly responseCode: number | undefined;
  readonly command = 'RCPT TO';

  constructor(response: string, responseCode: number | undefined) {
    super(response);
    this.responseCode = responseCode;
  }
}

const seconds = 1000;

export function smtpTransport(url: string): SendMail {
  const transporter = createTransport({
    ...connectionOptions(url),
    // Its own defaults wait up to ten minutes, longer than a delivery's lease.
    connectionTimeout: 10 * seconds,
    greetingTimeout: 30 * seconds,
    socketTimeout: 120 * seconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ fileName: _fileName, ...mail }, signal) => {
      const info = await transporter.sendMail({ ...mail, signal });
      // A rejected recipient resolves: https://nodemailer.com/usage#sending-mail
      if (info.rejected.length === 0) return;
      const refusal = info.rejectedErrors?.[0];
      throw new RecipientRejected(refusal?.message ?? 'Recipient rejected', refusal?.responseCode);
    },
    close: () => transporter.close(),
  };
}

/** Without SMTP_URL: each mail becomes a file, complete under its name or not there at all. */
export function fileTransport(directory: string): SendMail {
  const transporter = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ fileName, ...mail }) => {
      const { message } = await transporter.sendMail(mail);
      // Not recursive: a data directory that has gone is not to be made anew by a mail.
      await mkdir(directory).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      const file = path.join(directory, `${fileName}.eml`);
      const draft = await open(`${file}.draft`, 'w', 0o600);
      try {
        await draft.writeFile(message as Buffer);
        await draft.sync();
      } finally {
        await draft.close();
      }
      await rename(`${file}.draft`, file);
      // The new name must outlive a power cut too.
      const folder = await open(directory);
      await folder.sync().finally(() => folder.close());
    },
    close: () => transporter.close(),
  };
}
