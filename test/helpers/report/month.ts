import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hostingList } from '../../../shared/hosting/list.ts';
import { endpoints, healthPath, paths } from '../../../shared/paths.ts';
import { openSqliteStore } from '../store/openSqliteStore.ts';
import { randomFrom } from './random.ts';

const day = 24 * 60 * 60 * 1000;
const pages = [...Object.values(paths), ...hostingList.map((listing) => listing.path)];
const browserErrors = ["Cannot read properties of undefined (reading 'focus')", 'Loading chunk contact failed.'];
const medians = { LCP: 1500, INP: 110, CLS: 0.03, TTFB: 250 };
const brokenLines = ['{"level":30,"msg":"request","pa', '\u0000\u00ff\u0007 binary', 'systemd[1]: Started', 'null'];

/** Writes the log of a month until now as the site, its visitors and attackers would: some lines are broken or endless. */
export function writeMonthOfLog(file: string, lines: number): void {
  const random = randomFrom(20261122);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() ** 1.6 * items.length)] as Item;
  const skewed = (median: number) =>
    Math.round(median * Math.exp(2.2 * (random() + random() + random() - 1.5)) * 1000) / 1000;
  const request = (address: string, status: number, median: number) => {
    return { level: 30, event: 'request', path: address, status, responseTime: skewed(median) };
  };
  const entry = (line: number): object => {
    const kind = random();
    if (kind < 0.45) return request(pick(pages), pick([200, 304, 404]), 4);
    if (kind < 0.65) return request(`/assets/main.${line % 7}.js`, 200, 1);
    if (kind < 0.7) return request(healthPath, 200, 0.3);
    if (kind < 0.76) return request(`/scan/${line}/user${line}@example.com?x`, 404, 1);
    if (kind < 0.77) return request(endpoints.submissions, pick([200, 200, 429, 403, 400, 503]), 12);
    if (kind < 0.775) return { level: 50, msg: 'submission not stored' };
    if (kind < 0.79) return { level: 40, event: 'client-error', path: pick(pages), message: pick(browserErrors) };
    const [name, median] = pick(Object.entries(medians));
    return { level: 30, event: 'web-vital', path: pick(pages), name, value: skewed(median) };
  };
  let rest = '';
  for (let line = 0; line < lines; line += 1) {
    const time = new Date(Date.now() - (1 - line / lines) * 31 * day).toISOString();
    if (line % 997 === 0) rest += `${pick(brokenLines)}\n`;
    else if (line % 20_021 === 1) rest += `${'x'.repeat(100_000)}\n`;
    else rest += `${JSON.stringify({ time, requestId: 'x', ...entry(line) })}\n`;
    if (rest.length < 1 << 20 && line < lines - 1) continue;
    appendFileSync(file, rest);
    rest = '';
  }
}

/** The personal data of each submission in the store. */
export const personal = { name: 'Thandiwe Secret', email: 'thandiwe.secret@example.com', phone: '+27 82 555 0199' };

/** Writes a store with submissions of a month, whose mails have been looked for. One has not arrived. */
export function writeMonthOfSubmissions(dataDirectory: string, submissions: number): void {
  const end = Date.now();
  const random = randomFrom(7);
  const file = path.join(dataDirectory, 'submissions.sqlite');
  void openSqliteStore(file).close();
  const database = new DatabaseSync(file);
  const { name, email, phone } = personal;
  const insert = database.prepare(
    `INSERT INTO submissions (reference, kind, name, email, company, phone, message, verified, suspect, received_at)
     VALUES (?, ?, '${name}', '${email}', 'Secret Holdings', '${phone}', 'My secret message', 1, 0, ?)`,
  );
  const insertMail = database.prepare(
    `INSERT INTO mails (message_id, reference, kind, state, attempts, pending_since, due_at, sent_at, arrived_at, folder)
     VALUES (?, ?, 'notice', ?, 1, ?, ?, ?, ?, ?)`,
  );
  database.exec(`BEGIN; INSERT OR REPLACE INTO mailbox (singleton, watched_since, looked_at) VALUES (1, 0, ${end})`);
  for (let index = 0; index < submissions; index += 1) {
    const receivedAt = end - Math.floor(index === 2 ? 2 * day : (1 + random() * 29) * day);
    const state = ['pending', 'failed'][index % 20] ?? 'sent';
    const sentAt = state === 'sent' ? receivedAt + Math.round(1200 * Math.exp(random() * 5)) : null;
    const arrivedAt = sentAt === null || index === 2 ? null : sentAt + Math.round(random() * 9000);
    const folder = arrivedAt === null ? null : index % 20 === 3 ? 'Junk' : 'INBOX';
    insert.run(`R${index}`, random() < 0.7 ? 'order' : 'contact', receivedAt);
    insertMail.run(`<${index}@x>`, `R${index}`, state, receivedAt, receivedAt, sentAt, arrivedAt, folder);
  }
  database.exec('COMMIT');
  database.close();
}
