import { setImmediate } from 'node:timers/promises';
import { tokenGrace } from '../store.ts';
import { compareRows, isSameRow, type MovedTable, movedTables, type Tables, type Values } from './movedTables.ts';

/** Why submissions cannot be moved: one sentence for the operator. */
export class MoveFault extends Error {}

/**
 * The database that is moved, which nobody changes while it is open. `name`: how sentences call it, without a login. `now`: by its
 * clock, in milliseconds since 1970. The calls of both reject with a `MoveFault`.
 */
export type MoveSource = Tables & { readonly name: string; readonly now: () => Promise<number> };

/** The other one. No server works on it while it is open. */
export type MoveTarget = Tables & {
  readonly name: string;
  /** Whether it is in a state in which a server may start on it. */
  readonly isFinished: () => Promise<boolean>;
  /** Keeps servers from starting on it, also when this process is killed, until `finish`. */
  readonly begin: () => Promise<void>;
  readonly finish: () => Promise<void>;
};

/** How far a step has come, in submissions. */
export type MoveProgress = (step: 'compared' | 'copied' | 'checked', done: number, all: number) => void;

/** The rows of each table. */
export type Moved = { readonly [Name in MovedTable['name']]: number };

const pageSize = 500;

async function* rowsOf(end: Tables, table: MovedTable): AsyncGenerator<Values, undefined> {
  let after: Values | undefined;
  for (;;) {
    // SQLite's answers come at once: without a turn of the event loop, Ctrl-C would wait for the last of them.
    await setImmediate();
    const page = await end.page(table, after, pageSize);
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1);
  }
}

/** A row of one database and the one with the same key of the other, where it has one. */
type Pair = { readonly source?: Values; readonly target?: Values };

async function* pairsOf(source: Tables, target: Tables, table: MovedTable): AsyncGenerator<Pair> {
  const [ofSource, ofTarget] = [rowsOf(source, table), rowsOf(target, table)];
  let [left, right] = [(await ofSource.next()).value, (await ofTarget.next()).value];
  while (left || right) {
    const order = left && right ? compareRows(table, left, right) : left ? -1 : 1;
    yield { ...(order <= 0 && left && { source: left }), ...(order >= 0 && right && { target: right }) };
    if (order <= 0) left = (await ofSource.next()).value;
    if (order >= 0) right = (await ofTarget.next()).value;
  }
}

/**
 * Moves everything from one database to the other, which may have a part of it from an earlier move that was interrupted, and
 * then compares them row by row. Leaves the source as it is. Rejects with a `MoveFault`, with nothing written if the target
 * holds anything that the source has not.
 */
export async function move(source: MoveSource, target: MoveTarget, onProgress: MoveProgress): Promise<Moved> {
  const all = await source.count('submissions');
  // For longer, nobody can use such a token again.
  const expired = (await source.now()) - tokenGrace;
  const counts = (table: MovedTable, row: Values) => table.name !== 'used_tokens' || Number(row.expires_at) >= expired;

  /** Compares both row by row. `lacking`: the rows that the target lacks. */
  const compare = async (step: 'compared' | 'checked', fault: string) => {
    let lacking = 0;
    const present = Object.fromEntries(movedTables.map(({ name }) => [name, 0])) as {
      [Name in MovedTable['name']]: number;
    };
    for (const table of movedTables)
      for await (const { source: row, target: copy } of pairsOf(source, target, table)) {
        const isCounted = counts(table, row ?? copy ?? {});
        if (copy && isCounted && !(row && isSameRow(row, copy))) throw new MoveFault(fault);
        if (isCounted && copy) present[table.name] += 1;
        else if (isCounted) lacking += 1;
        if (table.name === 'submissions') onProgress(step, present.submissions, all);
      }
    return { lacking, present };
  };

  const copy = async (): Promise<void> => {
    for (const table of movedTables) {
      let copied = 0;
      let rows: Values[] = [];
      const insert = async () => {
        if (rows.length > 0) await target.insert(table, rows);
        copied += rows.length;
        rows = [];
        if (table.name === 'submissions') onProgress('copied', copied, all);
      };
      for await (const { source: row, target: present } of pairsOf(source, target, table)) {
        if (!row || !counts(table, row)) continue;
        if (present) copied += 1;
        else rows.push(row);
        if (rows.length === pageSize) await insert();
      }
      await insert();
    }
  };

  const isUnused = (await target.count('submissions')) + (await target.count('used_tokens')) === 0;
  const others = `${target.name} holds other data: name an empty database, or the one of an interrupted move from ${source.name}.`;
  const before = isUnused ? undefined : await compare('compared', others);
  if (before?.lacking === 0 && (await target.isFinished())) return before.present;
  await target.begin();
  // A server that was only tried out has left a secret.
  if (isUnused) await target.clear();
  await copy();
  const differs = `${target.name} is not the same as ${source.name} after copying: run this again.`;
  const { lacking, present } = await compare('checked', differs);
  if (lacking > 0) throw new MoveFault(differs);
  await target.finish();
  return present;
}
