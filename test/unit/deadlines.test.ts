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
const dialling = 2 * mail.connection + 2 * mail.greeting;

const unit = readFileSync(path.resolve(import.meta.dirname, '../../deploy/website.service'), 'utf8');
const systemdStop = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000;

test.each([
  ['a captcha that hangs leaves the store its time', captcha.tries * captcha.milliseconds + storing, decision],
  ['an answer leaves time for its page', Math.max(decision, result) + page, answer],
  ['the first page is rendered before the answer', renderingFirst, answer],
  ['a monitor gets its answer about a hanging store within the time of a visitor', health, answer],
  ['a mailbox is read each minute', mailbox.poll, 60_000],
  ['a listener that hangs is given up before the answer', store.listener, answer],
  // The connections' pools are closed at once, and the connection that listens before them.
  [
    'a stop waits for the database',
    stop.mail + stop.record + 2 * stop.database + stop.errorReports + stop.log,
    stop.all,
  ],
])('a deadline holds: %s: %i ms are within %i', (_why, milliseconds, limit) => {
  expect(milliseconds).toBeLessThanOrEqual(limit);
});

test.each([
  ['a script waits until its post is read and answered', connection.request + answer, answerTimeout],
  ['a message about a long wait comes after the server would answer', answer, longWait],
  ['a message about a long wait comes long before it fails', longWait, answerTimeout / 2],
  ['a short wait causes no message', unnoticedWait, longWait],
  ['a database that hangs is given up before the answer', store.statement, Math.min(decision, result)],
  ['a program that hangs is given up, and a fresh one asked, before the answer', rendering + page, answer],
  ['a store that hangs is given up before a monitor is answered', Math.max(store.statement, store.sqliteLock), health],
  ['a silent client is cut before a slow one', connection.silence, connection.headers],
  ['a mail server that hangs is given up before its sending', dialling + mail.silence, mail.sending],
  ['a name that is not found is given up before the connection', mail.address, mail.connection],
  ['a lease outlives one renewal that the store fails', (2 * mail.lease) / 3 + store.background, mail.lease],
  ['a mailbox that hangs is given up within a look', mail.connection + mail.greeting, mailbox.look],
  ['a command waits for a server that stops', stop.all, operator.otherCommand],
  ['a command waits for what the server is answering', answer, operator.checkpoint],
  ['a command waits for the command before it', operator.mail + operator.checkpoint, operator.otherCommand],
  ['the erasure waits for each command before it', operator.table + operator.otherCommand, retention],
  ['a start waits for a change of the schema', store.start, store.schemaChange],
  ['an alarm knows why a site does not answer', Math.max(alarms.request, alarms.handshake), alarms.check],
  ['mail ends before requests are cut', Math.max(stop.drain, stop.firstByte, stop.mail + stop.record), stop.requests],
  ['a stop ends by itself', stop.requests + stop.errorReports + stop.log, stop.all],
  ['systemd waits until a stop is forced', stop.all, systemdStop],
])('a deadline is shorter: %s: %i ms are less than %i', (_why, milliseconds, limit) => {
  expect(milliseconds).toBeLessThan(limit);
});
