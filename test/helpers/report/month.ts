import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../../../server/submissions/sqlite/sqliteStore.ts';
import { families } from '../../../shared/hosting/catalogue.ts';
import { hostingList } from '../../../shared/hosting/list.ts';
import { legalIds } from '../../../shared/legal/list.ts';
import { endpoints, healthPath, legalPath, paths, servicePath } from '../../../shared/paths.ts';
import { services } from '../../../shared/services/list.ts';
import { randomFrom } from './random.ts';

const day = 24 * 60 * 60 * 1000;
const pages = [
  ...Object.values(paths),
  ...hostingList.map((listing) => listing.path),
  ...services.map(({ id }) => servicePath(id)),
  ...legalIds.map(legalPath),
];
const plans = families.flatMap((family) => family.plans);
const scanned = ['/wp-login.php', '/.env', '/.git/config', '/xmlrpc.php', '/admin', '/old-price-list', '/phpmyadmin/'];
const browserErrors = [
  "TypeError: Cannot read properties of undefined (reading 'focus')",
  'ResizeObserver loop completed with undelivered notifications.',
  'ChunkLoadError: Loading chunk contact failed.',
  'SecurityError: Failed to read localStorage',
];

export type MonthOptions = {
  /** The last moment, in milliseconds since 1970. */
  readonly end: number;
  /** Lines of the log. */
  readonly lines: number;
  readonly days?: number;
  /** Whether there are also broken, binary, endless and foreign lines, and a new unknown path in each scan. */
  readonly hostile?: boolean;
};

/** Writes the log of a month as the site and its visitors would. */
export function writeMonthOfLog(file: string, { end, lines, days = 31, hostile = false }: MonthOptions): void {
  const random = randomFrom(20261122);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() ** 1.6 * items.length)] as Item;
  const skewed = (median: number) =>
    Math.round(median * Math.exp(2.2 * (random() + random() + random() - 1.5)) * 100) / 100;
  const descriptor = openSync(file, 'w');
  let rest = '';
  const write = (level: number, msg: string, time: number, fields: object): void => {
    const text = JSON.stringify({ level, time: new Date(time).toISOString(), ...fields, msg });
    rest += `${text}\n`;
    if (rest.length < 1 << 20) return;
    writeSync(descriptor, rest);
    rest = '';
  };
  const request = (time: number, method: string, address: string, status: number, responseTime: number) => {
    const requestId = `${Math.floor(random() * 1e9).toString(16)}-report`;
    write(30, 'request', time, { requestId, method, path: address, status, responseTime });
  };
  const begin = end - days * day;
  for (let line = 0; line < lines; line += 1) {
    const sinceBegin = (line / lines) * days * day;
    const time = begin + sinceBegin;
    // A week's rhythm, and one bad afternoon.
    const isBusyHour = (time / day) % 1 > 0.25 && (time / day) % 1 < 0.65;
    const isOutage = Math.floor(sinceBegin / day) === Math.floor(days * 0.6) && isBusyHour;
    const kind = random();
    if (hostile && line % 997 === 0) {
      const broken = [
        '{"level":30,"msg":"request","pa',
        '\u0000\u00ff\u0007 binary',
        'Nov 22 systemd[1]: Started',
        '[1]',
        'null',
      ];
      rest += `${pick(broken)}\n`;
    } else if (hostile && line % 50_021 === 0) rest += `${'x'.repeat(100_000)}\n`;
    else if (kind < 0.42) request(time, 'GET', pick(pages), random() < 0.2 ? 304 : 200, skewed(isOutage ? 900 : 4));
    else if (kind < 0.62) request(time, 'GET', `/assets/main.${line % 7}.js`, 200, skewed(1));
    else if (kind < 0.7) request(time, 'GET', healthPath, isOutage ? 503 : 200, skewed(0.3));
    else if (kind < 0.76) {
      const address = hostile ? `/scan/${line}/user${line}@example.com?x` : pick(scanned);
      request(time, 'GET', address, 404, skewed(6));
      write(40, 'not found', time, { requestId: 'x', path: hostile && line % 3 === 0 ? pick(scanned) : address });
    } else if (kind < 0.77) {
      const status = isOutage ? 503 : pick([200, 200, 200, 429, 403, 400, 422]);
      request(time, 'POST', endpoints.submissions, status, skewed(12));
      if (status === 503) write(50, 'submission not stored', time, { err: { message: 'disk full' }, requestId: 'x' });
    } else if (kind < 0.78)
      write(random() < 0.9 ? 30 : 40, random() < 0.9 ? 'mail delivered' : 'mail postponed', time, {
        reference: 'AAAAA-BBBBB',
        attempts: 1,
      });
    else if (kind < 0.781) write(50, 'mail refused: kept as failed', time, { reference: 'AAAAA-BBBBB', attempts: 1 });
    else if (kind < 0.79)
      write(40, 'client error', time, {
        requestId: 'x',
        kind: 'error',
        path: pick(pages),
        message: pick(browserErrors),
        stack: 'Error\n at x',
      });
    else if (kind < 0.96) {
      const [name, median] = pick([
        ['LCP', 1500],
        ['TTFB', 250],
        ['FCP', 900],
        ['INP', 110],
        ['CLS', 0.03],
      ] as const);
      const page = pick(pages);
      const slower = page === pages[7] ? 3 : 1;
      const value = Math.round(skewed(name === 'CLS' ? median * 1000 : median) * slower) / (name === 'CLS' ? 1000 : 1);
      write(30, 'web vital', time, { requestId: 'x', path: page, name, value, rating: 'good', navigation: 'navigate' });
    } else request(time, 'GET', pick(pages), 308, skewed(0.4));
  }
  writeSync(descriptor, rest);
  closeSync(descriptor);
}

/** The personal data of each submission in the store. */
export const personal = { name: 'Thandiwe Secret', email: 'thandiwe.secret@example.com', phone: '+27 82 555 0199' };

/** Writes a store with submissions of a month. */
export function writeMonthOfSubmissions(
  dataDirectory: string,
  { end, submissions }: { end: number; submissions: number },
): void {
  const random = randomFrom(7);
  const file = path.join(dataDirectory, 'submissions.sqlite');
  void openSqliteStore(file, 'localhost').close();
  const database = new DatabaseSync(file);
  const insert = database.prepare(
    `INSERT INTO submissions (reference, message_id, kind, plan_id, name, email, company, phone, message, verified, suspect,
      received_at, next_attempt_at, state, attempts, delivered_at)
     VALUES (?, ?, ?, ?, ?, ?, 'Secret Holdings', ?, 'My secret message', 1, 0, ?, ?, ?, 1, ?)`,
  );
  database.exec('BEGIN');
  for (let index = 0; index < submissions; index += 1) {
    const isOrder = random() < 0.7;
    const planId = isOrder && random() < 0.97 ? (plans[Math.floor(random() ** 2.2 * plans.length)]?.id ?? null) : null;
    const receivedAt = Math.floor(end - random() * 31 * day);
    const isRecent = end - receivedAt < day / 8;
    const state = isRecent ? 'pending' : random() < 0.02 ? 'failed' : 'delivered';
    const took = Math.round(1200 * Math.exp(random() < 0.9 ? random() * 2 : random() * 11));
    const { name, email, phone } = personal;
    const delivered = state === 'delivered' ? receivedAt + took : null;
    insert.run(
      `R${index}`,
      `<${index}@x>`,
      isOrder ? 'order' : 'contact',
      planId,
      name,
      email,
      phone,
      receivedAt,
      receivedAt,
      state,
      delivered,
    );
  }
  database.exec('COMMIT');
  database.close();
}
