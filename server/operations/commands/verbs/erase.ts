import type { Command } from 'commander';
import { deadlines } from '../../../lib/deadlines.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { sast } from '../../../lib/times.ts';
import type { ErasureTarget } from '../../../outbox/submissions.ts';
import { eraseSubmissions } from '../../erasure.ts';
import { readAddress, readId } from '../filters.ts';
import { noSuchSubmission, withStore } from '../openStore.ts';
import { confirm, type Terminal } from '../terminal.ts';

/**
 * Erases the submissions that `target` selects, calls `onErased` with their references, and then removes the deleted rows from the
 * database's files. It removes them also if it finds no submission: an earlier erasure may have been killed before that. If copies
 * of the database cannot be used, rejects with an `OperatorError` that names them. Resolves with the number of references.
 */
async function erase(
  { config }: Terminal,
  target: ErasureTarget,
  onErased: (references: ReadonlySet<string>) => void | Promise<void>,
): Promise<number> {
  const place = config().store;
  return withStore(
    place,
    async (store) => {
      const { references, unusable } = await eraseSubmissions(store, place, target);
      await onErased(references);
      await store.maintenance.removeRemnants();
      const files = unusable.join(', ');
      if (files)
        throw new OperatorError(`These cannot be used and may still hold what was erased, so remove them: ${files}`);
      return references.size;
    },
    deadlines.operator.table,
  );
}

type Asking = { readonly yes?: boolean };

export function addDelete(program: Command, terminal: Terminal): void {
  program
    .command('delete')
    .description('Erase one submission; its mail in your mailbox stays: erase that too')
    .argument('<id>', 'its reference', readId)
    .option('-y, --yes', 'do not ask')
    .action(async (reference: string, { yes }: Asking) => {
      await confirm(`Erase ${reference} for good?`, yes);
      const amount = await erase(terminal, { by: 'reference', reference }, ({ size }) => {
        if (size > 0) terminal.note(`${reference} is erased.`);
      });
      if (amount === 0) throw noSuchSubmission(reference);
    });
}

export function addPurge(program: Command, terminal: Terminal): void {
  program
    .command('purge')
    .description('Erase what was delivered more than RETENTION_DAYS ago; the server does it each hour')
    .option('-y, --yes', 'do not ask')
    .action(async ({ yes }: Asking) => {
      const { store: place, operations } = terminal.config();
      await confirm('Erase all that is older for good?', yes);
      const now = await withStore(place, ({ maintenance }) => maintenance.trustClock());
      const target = { by: 'delivery', before: now - operations.retentionMilliseconds } as const;
      await erase(terminal, target, ({ size }) => terminal.print(`${size} erased.\n`));
    });
}

export function addForget(program: Command, terminal: Terminal): void {
  const { print, note, config } = terminal;
  const printRecord = async (references: ReadonlySet<string>): Promise<void> => {
    if (references.size === 0) return note('Nothing of that address is stored.');
    const record = `Submissions: ${references.size}\nReferences: ${[...references].join(' ')}\n`;
    await print(`Erased at a person's request: ${sast(Date.now())}\n${record}`);
    const { backupDirectory } = config().operations;
    const backups = `backups${backupDirectory ? ` in BACKUP_DIR (${backupDirectory}) and` : ''} elsewhere`;
    note(
      `Not erased: the mails in the mailbox of MAIL_TO (search it for these references and remove them), and ${backups}, which hold the same data until they expire.`,
    );
  };
  program
    .command('forget')
    .description(
      'Erase everything of an e-mail address, as POPIA lets people ask; prints a record without personal data',
    )
    .argument('<email>', 'the address, in upper or lower case', readAddress)
    .option('-y, --yes', 'do not ask')
    .action(async (address: string, { yes }: Asking) => {
      await confirm(`Erase everything of ${address} for good?`, yes);
      await erase(terminal, { by: 'address', address }, printRecord);
    });
}
