import type { Command } from 'commander';
import { deadlines } from '../../../lib/deadlines.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { escapeCharacters } from '../../../lib/escapeCharacters.ts';
import type { Store } from '../../../outbox/store.ts';
import type { ErasureTarget } from '../../../outbox/submissions.ts';
import { eraseSubmissions } from '../../erasure.ts';
import { idOr, readAddress } from '../arguments.ts';
import { columnsOf } from '../columns.ts';
import { confirm } from '../confirm.ts';
import { noSuchSubmission, type Session } from '../session.ts';
import { sast } from '../times.ts';

const { table } = deadlines.operator;

/** Erases the submissions of a target. Call `finish` then: it cleans the database, and rejects if there are unusable copies. */
async function erase(store: Store, { config }: Session, target: ErasureTarget) {
  const { references, unusable } = await eraseSubmissions(store, config().store, target);
  const finish = async (): Promise<void> => {
    await store.maintenance.removeRemnants();
    const files = unusable.join(', ');
    if (files)
      throw new OperatorError(`These cannot be used and may still hold what was erased, so remove them: ${files}`);
  };
  return { references, finish };
}

type Asking = { readonly yes?: boolean };

export function addDelete(program: Command, session: Session): void {
  program
    .command('delete')
    .description('Erase one submission; its mail in your mailbox stays: erase that too')
    .argument('<id>', 'its reference', idOr('forget'))
    .option('-y, --yes', 'do not ask')
    .action(async (reference: string, { yes }: Asking) => {
      await confirm(`Erase ${escapeCharacters(reference)} for good?`, { yes });
      await session.withStore(async (store) => {
        const { references, finish } = await erase(store, session, { by: 'reference', reference });
        if (references.size === 0) throw noSuchSubmission(reference);
        session.note(`${reference} is erased.`);
        await finish();
      }, table);
    });
}

export function addPurge(program: Command, session: Session): void {
  program
    .command('purge')
    .description('Erase what was delivered more than RETENTION_DAYS ago; the server does it each hour')
    .option('-y, --yes', 'do not ask')
    .action(async ({ yes }: Asking) => {
      const { retentionMilliseconds } = session.config().operations;
      await confirm('Erase all that is older for good?', { yes });
      await session.withStore(async (store) => {
        const before = (await store.maintenance.now()) - retentionMilliseconds;
        const { references, finish } = await erase(store, session, { by: 'delivery', before });
        await session.print(`${references.size} erased.\n`);
        await finish();
      }, table);
    });
}

export function addForget(program: Command, session: Session): void {
  const { withStore, print, note, terminalWidth, config } = session;
  program
    .command('forget')
    .description(
      'Erase everything of an e-mail address, as POPIA lets people ask; prints a record without personal data',
    )
    .argument('<email>', 'the address, in upper or lower case', readAddress)
    .option('-y, --yes', 'do not ask')
    .action(async (address: string, { yes }: Asking) => {
      const target = { by: 'address', address } as const;
      await withStore(async (store) => {
        const matching = await store.submissions.matching(target);
        const found = (await Promise.all(matching.map(store.submissions.find))).filter((one) => one !== undefined);
        if (found.length > 0) {
          note(columnsOf(found, terminalWidth()).lines.join('\n'));
          await confirm(`Erase ${found.length === 1 ? 'this' : `these ${found.length}`} for good?`, { yes });
        }
        // Erase even if the database has none: its copies may have some.
        const { references, finish } = await erase(store, session, target);
        if (references.size === 0) note('Nothing of that address is stored.');
        else {
          const record = `Submissions: ${references.size}\nReferences: ${[...references].join(' ')}\n`;
          await print(`Erased at a person's request: ${sast(Date.now())}\n${record}`);
          const { backupDirectory } = config().operations;
          const backups = `backups${backupDirectory ? ` in BACKUP_DIR (${backupDirectory}) and` : ''} elsewhere`;
          note(
            `Not erased: the mails in the mailbox of MAIL_TO (search it for these references and remove them), and ${backups}, which hold the same data until they expire.`,
          );
        }
        await finish();
      }, table);
    });
}
