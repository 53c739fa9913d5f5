import { existsSync, mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { Socket, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { dataEntries } from '../config/dataDirectory.ts';
import { smtpOptions } from '../config/mailServerUrl.ts';
import { deadlines } from '../lib/deadlines.ts';
import { syncToDisk } from '../lib/syncToDisk.ts';
import type { Mail } from './mail.ts';

/** Resolves when the mail server has accepted the mail, or its file is on disk. Rejects otherwise, and if the signal is aborted. */
export type SendMail = { send(mail: Mail, signal: AbortSignal): Promise<unknown> };

// If a host has several IP addresses, Node gives each of them only 250 ms. A mail server overseas may need longer.
setDefaultAutoSelectFamilyAttemptTimeout(deadlines.mail.address);

/** Makes a socket. The socket is destroyed if it cannot connect within `timeout` milliseconds. */
function newSocket(timeout: number): Socket {
  const socket = new Socket();
  socket.once('connectionAttempt', () => {
    const error = Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' });
    const timer = setTimeout(() => socket.destroy(error), timeout).unref();
    socket.once('connect', () => clearTimeout(timer));
  });
  return socket;
}

const noAccess = { disableFileAccess: true, disableUrlAccess: true };

/** Sends each mail to the server of an SMTP URL, over a new connection. */
export function smtpTransport(url: string) {
  const { connection, greeting, silence, sending } = deadlines.mail;
  const options = {
    ...smtpOptions(url),
    ...noAccess,
    dnsTimeout: connection,
    // nodemailer's connection timeout includes the TLS handshake and the greeting. So `newSocket` limits the connecting alone.
    connectionTimeout: sending,
    // nodemailer also limits the TLS handshake with this timeout.
    greetingTimeout: greeting,
    socketTimeout: silence,
  };
  const connect = () => createTransport({ ...options, socket: newSocket(connection) });
  return {
    /** Connects and logs in, but sends nothing. */
    verify: () => connect().verify(),
    /** Sends one mail. Resolves with the server's last answer. */
    send: async ({ fileName: _fileName, ...mail }: Mail, signal: AbortSignal): Promise<string> => {
      const info = await connect().sendMail({ ...mail, signal });
      // `sendMail` resolves even if a recipient is rejected: https://nodemailer.com/usage#sending-mail
      if (info.rejected.length > 0) throw info.rejectedErrors?.[0] ?? new Error('Recipient rejected');
      return info.response;
    },
  };
}

const toFile = createTransport({ ...noAccess, streamTransport: true, buffer: true, newline: 'windows' });

/** The folder in which mails are written as files if no mail server is configured. */
export function mailFolder(dataDirectory: string): string {
  return path.join(dataDirectory, dataEntries.mail.name);
}

/** Writes each mail to an `.eml` file, atomically and durably, and logs its path. */
export function fileTransport(directory: string, log: Logger): SendMail {
  return {
    send: async ({ fileName, ...mail }) => {
      const { message } = await toFile.sendMail(mail);
      // Not recursive: if the data directory is gone, for example because its disk is not mounted, a mail must not create it.
      if (!existsSync(directory)) {
        mkdirSync(directory);
        syncToDisk(path.dirname(directory));
      }
      const file = path.join(directory, `${fileName}.eml`);
      await writeFile(`${file}.draft`, message as Buffer, { mode: 0o600, flush: true });
      await rename(`${file}.draft`, file);
      // The new name must survive a power cut.
      syncToDisk(directory);
      log.info({ file }, 'mail written');
    },
  };
}
