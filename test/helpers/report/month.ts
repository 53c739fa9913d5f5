import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { families } from '../../../shared/hosting/catalogue.ts';
import { hostingList } from '../../../shared/hosting/list.ts';
import { endpoints, healthPath, paths } from '../../../shared/paths.ts';
import { openSqliteStore } from '../store/openSqliteStore.ts';
import { randomFrom } from './random.ts';

const day = 24 * 60 * 60 * 1000;
const pages = [...Object.values(paths), ...hostingList.map((listing) => listing.path)];
const plans = families.flatMap((family) => family.plans);
const scanned = ['/wp-login.php', '/.env', '/.git/config', '/xmlrpc.php', '/admin', '/old-price-list', '/phpmyadmin/'];
const browserErrors = ["Cannot read properties of undefined (reading 'focus')", 'Loading chunk contact failed.'];
const vitals = [
  ['LCP', 1500],
  ['TTFB', 250],
  ['FCP', 900],
  ['INP', 110],
  ['CLS', 0.03],
] as const;
const brokenLines = [
  '{"level":30,"msg":"request","pa',
  '\u0000\u00ff\u0007 binary',
  'systemd[1]: Started',
  '[1]',
  'null',
];

export type MonthOptions = {
  /** The last moment, in milliseconds since 1970. */
  readonly end: number;
  /** Lines of the log. */
  readonly lines: number;
  /** Whether there are also broken, binary, endless and foreign lines, and a new unknown path in each scan. */
  readonly hostile?: boolean;
};

/** Writes the log of a month as the site and its visitors would. */
export function writeMonthOfLog(file: string, { end, lines, hostile = false }: MonthOptions): void {
  const random = randomFrom(20261122);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() ** 1.6 * items.length)] as Item;
  const skewed = (median: number) =>
    Math.round(median * Math.exp(2.2 * (random() + random() + random() - 1.5)) * 1000) / 1000;
  const request = (address: string, status: number, time: number, method = 'GET') => {
    return { level: 30, event: 'request', msg: 'request', method, path: address, status, responseTime: skewed(time) };
  };
  const entry = (line: number): object => {
    const kind = random();
    if (kind < 0.45) return request(pick(pages), pick([200, 304, 404]), 4);
    if (kind < 0.65) return request(`/assets/main.${line % 7}.js`, 200, 1);
    if (kind < 0.7) return request(healthPath, 200, 0.3);
    if (kind < 0.76) {
      const address = hostile && line % 3 > 0 ? `/scan/${line}/user${line}@example.com?x` : pick(scanned);
      return { ...request(address, 404, 1), level: 40 };
    }
    if (kind < 0.77) return request(endpoints.submissions, pick([200, 200, 429, 403, 400, 503]), 12, 'POST');
    if (kind < 0.775) return { level: 50, msg: 'submission not stored', err: { message: 'disk full' } };
    if (kind < 0.785) return { level: 30, event: pick(['mail-delivered', 'mail-refused']), reference: 'AAAAA-BBBBB' };
    if (kind < 0.79)
      return { level: 40, event: 'client-error', msg: 'client error', path: pick(pages), message: pick(browserErrors) };
    const [name, median] = pick(vitals);
    return { level: 30, event: 'web-vital', msg: 'web vital', path: pick(pages), name, value: skewed(median) };
  };
  let rest = '';
  for (let line = 0; line < lines; line += 1) {
    const time = new Date(end - (1 - line / lines) * 31 * day).toISOString();
    if (hostile && line % 997 === 0) rest += `${pick(brokenLines)}\n`;
    else if (hostile && line % 50_021 === 1) rest += `${'x'.repeat(100_000)}\n`;
    else rest += `${JSON.stringify({ time, requestId: 'x', ...entry(line) })}\n`;
    if (rest.length < 1 << 20 && line < lines - 1) continue;
    appendFileSync(file, rest);
    rest = '';
  }
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
  const [insert, insertMail] = [
    `INSERT INTO submissions (reference, kind, plan_id, name, email, company, phone, message, verified, suspect, received_at)
     VALUES (?, ?, ?, ?, ?, 'Secret Holdings', ?, 'My secret message', 1, 0, ?)`,
    `INSERT INTO mails (message_id, reference, kind, state, attempts, pending_since, due_at, sent_at)
     VALUES (?, ?, 'notice', ?, 1, ?, ?, ?)`,
  ].map((sql) => database.prepare(sql)) as [StatementSync, StatementSync];
  database.exec('BEGIN');
  for (let index = 0; index < submissions; index += 1) {
    const isOrder = random() < 0.7;
    const planId = isOrder && random() < 0.97 ? (plans[Math.floor(random() ** 2.2 * plans.length)]?.id ?? null) : null;
    const receivedAt = Math.floor(end - random() * 31 * day);
    const isRecent = end - receivedAt < day / 8;
    const state = isRecent ? 'pending' : random() < 0.02 ? 'failed' : 'sent';
    const took = Math.round(1200 * Math.exp(random() < 0.9 ? random() * 2 : random() * 11));
    const { name, email, phone } = personal;
    const [reference, messageId] = [`R${index}`, `<${index}@x>`];
    insert.run(reference, isOrder ? 'order' : 'contact', planId, name, email, phone, receivedAt);
    insertMail.run(messageId, reference, state, receivedAt, receivedAt, state === 'sent' ? receivedAt + took : null);
  }
  database.exec('COMMIT');
  database.close();
}
