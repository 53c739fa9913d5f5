import { readdirSync } from 'node:fs';
import { expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

const synced: string[][] = [];
const syncToDisk = jest.fn((entry: string) => void synced.push([entry, ...readdirSync(entry)]));
jest.unstable_mockModule('../../server/lib/syncToDisk.ts', () => ({ syncToDisk }));
const promises = await import('node:fs/promises');
const writeFile = jest.fn(promises.writeFile);
jest.unstable_mockModule('node:fs/promises', () => ({ ...promises, writeFile }));
const { fileTransport, mailFolder } = await import('../../server/mail/transport.ts');
const addresses = { from: 'site@cirrux.example', to: 'sales@cirrux.example' };
const mail = { ...addresses, subject: 'An order', text: 'One.', headers: {}, fileName: 'order' };
function write(dataDirectory: string) {
  return fileTransport(mailFolder(dataDirectory), pino({ level: 'silent' })).send(mail, new AbortController().signal);
}

test('a mail counts as sent when its private file is on disk, and not without a data directory', async () => {
  const directory = directoryUntilEnd();
  await write(directory);
  expect(writeFile.mock.calls[0]?.[2]).toEqual({ mode: 0o600, flush: true });
  expect(synced).toEqual([
    [directory, 'mail'],
    [`${directory}/mail`, 'order.eml'],
  ]);
  syncToDisk.mockImplementation(() => {
    throw new Error('EIO');
  });
  await expect(write(directory)).rejects.toThrow('EIO');
  await expect(write(`${directory}/unmounted`)).rejects.toMatchObject({ code: 'ENOENT' });
});
