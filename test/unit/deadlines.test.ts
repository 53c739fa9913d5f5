import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { deadlines } from '../../server/lib/deadlines.ts';
import { answerTimeout } from '../../shared/submission.ts';
import { longWait, unnoticedWait } from '../../shared/waits.ts';

const { answer, captcha, decision, health, rendering, renderingFirst, result, storing } = deadlines;
const { alarms, connection, mail, mailbox, operator, retention, stop, store } = deadlines;
/** A page that waited for its turn. */
const page = 500;

function systemdSeconds(setting: string): number {
  const unit = readFileSync(path.resolve(import.meta.dirname, '../../deploy/website.service'), 'utf8');
  return Number(new RegExp(`^${setting}=(\\d+)$`, 'm').exec(unit)?.[1]);
}

test('a captcha that hangs leaves the store its time, and the page too, before the visitor is answered', () => {
  expect(captcha.tries * captcha.milliseconds + storing).toBeLessThanOrEqual(decision);
  expect(decision + page).toBeLessThanOrEqual(answer);
  expect(result + page).toBeLessThanOrEqual(answer);
});

test('a script waits longer for its answer than the server takes to read and answer its post', () => {
  expect(connection.request + answer).toBeLessThan(answerTimeout);
});

test('a visitor is told of a form that is still being sent later than the server answers, and long before it fails', () => {
  expect(longWait).toBeGreaterThan(answer);
  expect(longWait).toBeLessThan(answerTimeout / 2);
  expect(unnoticedWait).toBeLessThan(longWait);
});

test('a database that hangs is given up before the visitor is answered', () => {
  expect(store.statement).toBeLessThan(Math.min(decision, result));
});

test('a rendering program that hangs is given up, and a fresh one asked, before the visitor is answered', () => {
  expect(rendering + page).toBeLessThan(answer);
  expect(renderingFirst).toBeLessThanOrEqual(answer);
});

test('a monitor hears of a store that hangs as soon as a visitor, and the store is given up before', () => {
  expect(health).toBeLessThanOrEqual(answer);
  expect(Math.max(store.statement, store.sqliteLock)).toBeLessThan(health);
});

test('slow clients are cut: headers within 10 s, the whole request within 15 s, idle keep-alive within 65 s', () => {
  expect(connection.headers).toBeLessThanOrEqual(10_000);
  expect(connection.silence).toBeLessThan(connection.headers);
  expect(connection.request).toBeLessThanOrEqual(15_000);
  expect(connection.keepAlive + connection.check).toBeLessThanOrEqual(65_000);
});

test('a mail server that hangs is given up before its sending is; a lease outlives one renewal that the store fails', () => {
  const [name, connecting, greeting, handshake] = [mail.connection, mail.connection, mail.greeting, mail.greeting];
  expect(name + connecting + greeting + handshake + mail.silence).toBeLessThan(mail.sending);
  expect(mail.address).toBeLessThan(mail.connection);
  expect((2 * mail.lease) / 3 + store.background).toBeLessThan(mail.lease);
});

test('a mailbox that does not answer is given up within a look; there is one look a minute', () => {
  expect(mail.connection + mail.greeting).toBeLessThan(mailbox.look);
  expect(mailbox.poll).toBe(60_000);
});

test('a command waits for what the server does meanwhile, and the erasure for each command before it', () => {
  expect(operator.otherCommand).toBeGreaterThan(stop.all);
  expect(operator.checkpoint).toBeGreaterThan(answer);
  expect(operator.mail + operator.checkpoint).toBeLessThan(operator.otherCommand);
  expect(operator.table + operator.otherCommand).toBeLessThan(retention);
  expect(store.listener).toBeLessThanOrEqual(answer);
  expect(store.start).toBeLessThan(store.schemaChange);
});

test('an alarm that asks another site knows why there is no answer before its check is given up', () => {
  expect(Math.max(alarms.request, alarms.handshake)).toBeLessThan(alarms.check);
});

test('a stop ends by itself before it is forced, and systemd waits longer than that', () => {
  expect(Math.max(stop.drain, stop.firstByte, stop.mail + stop.record)).toBeLessThan(stop.requests);
  // Until all is closed: the connections' pools at once, and the one that listens before them.
  expect(stop.requests + stop.errorReports + stop.log).toBeLessThan(stop.all);
  expect(stop.mail + stop.record + 2 * stop.database + stop.errorReports + stop.log).toBeLessThanOrEqual(stop.all);
  expect(stop.all).toBeLessThan(systemdSeconds('TimeoutStopSec') * 1000);
});
