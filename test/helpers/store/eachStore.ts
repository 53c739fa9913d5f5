import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest } from '@jest/globals';
import type { Database } from '../../../server/outbox/database.ts';
import type { TakenMail, TakeOptions } from '../../../server/outbox/mails.ts';
import type { Store } from '../../../server/outbox/store.ts';
import type { NewSubmission, Submission } from '../../../server/outbox/submission.ts';
import type { AddOptions, IdempotencyKey, ListedSubmission } from '../../../server/outbox/submissions.ts';
import { withDebianTool } from '../tools/withDebianTool.ts';
import { newKey } from '../visitor/visitor.ts';
import { type OpenStore, openOnPostgres, openOnSqlite } from './openStores.ts';
import { addSubmission, takeMail, takeNotice } from './submissions.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const key = { key: '5f0c1c9e-0000-4000-8000-000000000001', bodyHash: 'hash' };

/** The database of the current test, with its store open on it. It is empty when the test begins. */
export let opened: OpenStore;
/** The store of the current test, on the database of `opened`. */
export let store: Store;

function onStore(open: () => Promise<OpenStore>, declareTests: () => void): void {
  beforeAll(async () => {
    opened = await open();
    ({ store } = opened);
  });
  beforeEach(() => opened.empty());
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => opened?.close());
  declareTests();
}

/** Declares tests of the store on PostgreSQL. Sets `Date.now` 10 minutes back, because only the database's clock must count. */
export function onPostgres(declareTests: (database: () => Database) => void): void {
  let database: Database;
  const open = async () => {
    const onPostgres = await openOnPostgres();
    database = onPostgres.database;
    return onPostgres;
  };
  withDebianTool('postgres', () => {
    const realNow = Date.now;
    beforeEach(() => {
      jest.spyOn(Date, 'now').mockImplementation(() => realNow() - 10 * minute);
    });
    onStore(open, () => declareTests(() => database));
  });
}

/** Declares tests of what every store does. */
export function onEachStore(declareTests: () => void): void {
  describe('on SQLite', () => onStore(openOnSqlite, declareTests));
  onPostgres(declareTests);
}

export function referencesOf(submissions: readonly Submission[]): string[] {
  return submissions.map(({ reference }) => reference);
}
export function referencesIn(claims: readonly TakenMail[]): string[] {
  return claims.map(({ submission: { reference } }) => reference);
}
export function submitted(changes: Partial<NewSubmission> = {}, idempotency?: IdempotencyKey, options?: AddOptions) {
  return addSubmission(store, changes, options, idempotency);
}
/** A token that no submission has used. */
export async function newToken() {
  return { id: newKey(), expiresAt: (await store.maintenance.now()) + minute };
}
/** Submits with a new token. `name`@visitor.example gets a confirmation, unless `changes` prevent it, such as `suspect: true`. */
export async function confirmable(name: string, changes: Partial<NewSubmission> = {}): Promise<string> {
  const options = { token: await newToken(), confirms: true };
  return addSubmission(store, { email: `${name}@visitor.example`, ...changes }, options);
}
type Claiming = Partial<TakeOptions> & { readonly from?: Store };
/** Claims the next mail, if one is due. */
export function claim({ from = store, ...options }: Claiming = {}): Promise<TakenMail | undefined> {
  return takeMail(from, options);
}
/** Claims the next mail, which must be due. */
export function claimed({ from = store, ...options }: Claiming = {}): Promise<TakenMail> {
  return takeNotice(from, options);
}
export async function claimAll(options?: Claiming): Promise<TakenMail[]> {
  const claims: TakenMail[] = [];
  for (let next = await claim(options); next; next = await claim(options)) claims.push(next);
  return claims;
}
export async function found(reference: string): Promise<ListedSubmission> {
  const submission = await store.submissions.find(reference);
  if (!submission) throw new Error(`${reference} is not there`);
  return submission;
}
/** Opens more stores on the same database, as other processes would. */
export function others(amount: number): Promise<Store[]> {
  return Promise.all(Array.from({ length: amount }, () => opened.openAnother()));
}
/** Expects that a time is between `before` and now, by the store's clock. */
export async function expectSince(before: number, time: number | null | undefined): Promise<void> {
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(await store.maintenance.now());
}
