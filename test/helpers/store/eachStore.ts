import { afterAll, afterEach, beforeAll, beforeEach, describe, jest } from '@jest/globals';
import type { Database } from '../../../server/outbox/postgres/database/database.ts';
import type {
  IdempotencyKey,
  NewSubmission,
  Store,
  Submission,
  SubmitOptions,
  SubmitResult,
} from '../../../server/outbox/store.ts';
import { withDebianTool } from '../tools/withDebianTool.ts';
import { newKey, contactSubmission as submission } from '../visitor/visitor.ts';
import { type OpenStore, openOnPostgres, openOnSqlite } from './openStores.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const withoutToken: SubmitOptions = { token: undefined, required: false };
export const key = { key: '5f0c1c9e-0000-4000-8000-000000000001', bodyHash: 'hash' };

/** The store of the current test, empty when it begins, and how tests look past it. */
export let opened: OpenStore;
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

/** Declares tests of the store on PostgreSQL, and of what is done with its database. */
export function onPostgres(declareTests: (database: () => Database) => void): void {
  let database: Database;
  const open = async () => {
    const onPostgres = await openOnPostgres();
    database = onPostgres.database;
    return onPostgres;
  };
  withDebianTool('postgres', () => onStore(open, () => declareTests(() => database)));
}

/** Declares tests of what every store does. */
export function onEachStore(declareTests: () => void): void {
  describe('on SQLite', () => onStore(openOnSqlite, declareTests));
  onPostgres(declareTests);
}

export function referenceOf(result: SubmitResult): string {
  if (!('reference' in result)) throw new Error(result.outcome);
  return result.reference;
}
export function referencesOf(submissions: readonly Submission[]): string[] {
  return submissions.map(({ reference }) => reference);
}
export async function submitted(changes: Partial<NewSubmission> = {}, idempotency?: IdempotencyKey): Promise<string> {
  return referenceOf(await store.submit({ ...submission, ...changes }, idempotency, withoutToken));
}
/** Claims the oldest due submission. */
export async function claimed(lease = minute): Promise<Submission> {
  const [first] = await store.claim(lease);
  if (!first) throw new Error('nothing is due');
  return first;
}
export async function found(reference: string): Promise<Submission> {
  const submission = await store.find(reference);
  if (!submission) throw new Error(`${reference} is not there`);
  return submission;
}
/** A token that no submission has used. */
export async function newToken() {
  return { id: newKey(), expiresAt: (await store.now()) + minute };
}
/** Stores of other processes on the same database. */
export function others(amount: number): Promise<Store[]> {
  return Promise.all(Array.from({ length: amount }, () => opened.openAnother()));
}
/** Claims with several stores at once until nothing is left; each claim with its references. */
export async function claimAll(stores: readonly Store[], maxDigestSize?: number): Promise<string[][]> {
  const claims = await Promise.all(
    stores.map(async (each) => {
      const own: string[][] = [];
      for (;;) {
        const claim = await each.claim(hour, maxDigestSize);
        if (claim.length > 0) own.push(referencesOf(claim));
        else if (((await each.nextDue()) ?? hour) > 0) return own;
      }
    }),
  );
  return claims.flat();
}
