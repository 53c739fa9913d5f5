import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { deadlines } from '../../server/lib/deadlines.ts';
import { responseTimeout } from '../../shared/submission.ts';
import { longWait } from '../../shared/waits.ts';

const { answer, captcha, decision, health, rendering, renderingFirst, result, storing } = deadlines;
const { alarms, connection, mail, mailbox, operator, retention, stop, store } = deadlines;
/** Milliseconds in which a page is rendered, even if it first has to wait for other pages. */
const page = 500;
const dialling = 2 * mail.connection + 2 * mail.greeting;
const unit = readFileSync(path.resolve(import.meta.dirname, '../../deploy/website.service'), 'utf8');
const systemdStop = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000;

test.each([
  ['a captcha that hangs leaves time for the store', captcha.tries * captcha.milliseconds + storing, decision],
  ['the decision leaves time for rendering the page', Math.max(decision, result) + page, answer],
  ['the first page is rendered before the answer', renderingFirst, answer],
  ['a monitor gets its answer about a hanging store within the time of a visitor', health, answer],
  ['a mailbox is read each minute', mailbox.poll, 60_000],
  ['a mail is tried again each hour', mail.longestRetryDelay, 3_600_000],
  ['a listener that hangs is given up before the answer', store.listener, answer],
  // The connection that listens closes first, then all pools of connections at the same time. So `stop.database` counts twice.
  [
    'a stop waits for the database',
    stop.mail + stop.record + 2 * stop.database + stop.errorReports + stop.log,
    stop.all,
  ],
  ['a script waits until its post is read and answered', connection.request + answer, responseTimeout],
  ['a message about a long wait comes after the server would answer', answer, longWait],
  ['a message about a long wait comes long before it fails', longWait, responseTimeout / 2],
  ['a database that hangs is given up before the answer', store.statement, Math.min(decision, result)],
  ['a rendering program that hangs is replaced before the answer', rendering + page, answer],
  ['a store that hangs is given up before a monitor is answered', Math.max(store.statement, store.sqliteLock), health],
  ['a silent client is disconnected before a slow client', connection.silence, connection.headers],
  ['a mail server that hangs is given up before the sending is aborted', dialling + mail.silence, mail.sending],
  ['an address that does not answer is given up before the connection', mail.address, mail.connection],
  ['a lease lasts over one failed renewal', (2 * mail.lease) / 3 + store.background, mail.lease],
  ['a mailbox that hangs is given up within a reading', mail.connection + mail.greeting, mailbox.read],
  ['a command waits for a server that stops', stop.all, operator.otherCommand],
  ['a checkpoint waits for open requests of the server', answer, operator.checkpoint],
  ['a command waits for another command', operator.mail + operator.checkpoint, operator.otherCommand],
  ['the erasure waits for other commands', operator.table + operator.otherCommand, retention],
  ["a start's statements end before a schema change", store.start, store.schemaChange],
  ["an alarm's request ends before its check", alarms.request, alarms.check],
  ['mail ends before requests end', Math.max(stop.drain, stop.firstByte, stop.mail + stop.record), stop.requests],
  ['a stop ends by itself', stop.requests + stop.errorReports + stop.log, stop.all],
  ['systemd waits until the process ends in any case', stop.all, systemdStop],
])('a deadline holds: %s: %i ms are within %i', (_why, milliseconds, limit) => {
  expect(milliseconds).toBeLessThanOrEqual(limit);
});
