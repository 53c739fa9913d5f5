import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SMTPTransportOptions } from 'nodemailer';
import type { Logger } from 'pino';
import { connectionOptions } from '../config/smtpUrl.ts';
import { deadlines } from '../lib/deadlines.ts';
import type { Mail } from './mail.ts';

/** Resolves once the mail server has accepted the mail (or it is on disk). Rejects otherwise, and on the signal. */
export type SendMail = {
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  close(): void;
};

/** Sends each mail to the server of an SMTP URL. `logger` receives the connections' transaction log. */
export function smtpTransport(url: string, logger?: SMTPTransportOptions['logger']): SendMail {
  const transporter = createTransport({
    ...connectionOptions(url),
    ...(logger && { logger, transactionLog: true }),
    connectionTimeout: deadlines.mail.connection,
    greetingTimeout: deadlines.mail.greeting,
    socketTimeout: deadlines.mail.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ fileName: _fileName, ...mail }, signal) => {
      const info = await transporter.sendMail({ ...mail, signal });
      // A rejected recipient resolves: https://nodemailer.com/usage#sending-mail
      if (info.rejected.length === 0) return;
      const refusal = info.rejectedErrors?.[0];
      throw Object.assign(new Error(refusal?.message ?? 'Recipient rejected'), {
        responseCode: refusal?.responseCode,
        command: 'RCPT TO',
      });
    },
    close: () => transporter.close(),
  };
}

const toFile = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Writes a mail to an `.eml` file, atomically and durably. Resolves with its path. */
export async function writeMail(directory: string, { fileName, ...mail }: Mail): Promise<string> {
  const { message } = await toFile.sendMail(mail);
  // Not recursive: a mail must not create a data directory that has gone.
  await mkdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const file = path.join(directory, `${fileName}.eml`);
  await writeFile(`${file}.draft`, message as Buffer, { mode: 0o600, flush: true });
  await rename(`${file}.draft`, file);
  // The new name must outlive a power cut.
  await using folder = await open(directory);
  await folder.sync();
  return file;
}

/** Writes each mail to a file, and logs its path. */
export function fileTransport(directory: string, log: Logger): SendMail {
  return {
    send: async (mail) => {
      const file = await writeMail(directory, mail);
      log.info({ file }, 'mail written');
    },
    close: () => {},
  };
}
