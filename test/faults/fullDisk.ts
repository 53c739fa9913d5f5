import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { newDataDirectory, type Site, startSite } from '../helpers/site/site.ts';
import { newLedger } from '../helpers/visitor/ledger.ts';
import { type Part, unlimited, until } from './part.ts';
import { rawPost } from './rawPost.ts';

/** A disk that the test can fill and empty. */
type Disk = {
  readonly directory: string;
  readonly fill: (site: Site) => void;
  readonly empty: (site: Site) => void;
  readonly remove: () => void;
};

function succeeds(command: string, ...parameters: string[]): boolean {
  try {
    execFileSync(command, parameters, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A small tmpfs that can be filled completely. Only root can mount it. */
function smallDisk(): Disk | undefined {
  const directory = newDataDirectory();
  if (!succeeds('mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', directory)) {
    rmSync(directory, { recursive: true });
    return undefined;
  }
  const filler = path.join(directory, 'filler');
  return {
    directory,
    fill: () => {
      const file = openSync(filler, 'w');
      try {
        for (;;) writeSync(file, Buffer.alloc(4096));
      } catch {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler),
    remove: () => {
      succeeds('umount', directory);
      rmSync(directory, { recursive: true });
    },
  };
}

/** A limit on the size of the server's files, which makes SQLite's writes fail with error 778. */
function limitedFiles(): Disk | undefined {
  if (!succeeds('prlimit', '--version')) return undefined;
  const directory = newDataDirectory();
  const limit = (site: Site, bytes: string) => succeeds('prlimit', `--pid=${site.pid}`, `--fsize=${bytes}:`);
  return {
    directory,
    fill: (site) => void limit(site, '4096'),
    empty: (site) => void limit(site, 'unlimited'),
    remove: () => rmSync(directory, { recursive: true }),
  };
}

const disks = { 'small disk': smallDisk, 'limited files': limitedFiles };
const posts = 25;

/** Posts submissions before, while and after the disk is full. */
export async function runFullDisk({ expect, counts, judge }: Part): Promise<void> {
  for (const [name, make] of Object.entries(disks)) {
    const disk = make();
    if (!disk) {
      counts[name] = 'skipped: this machine does not allow it';
      continue;
    }
    const ledger = newLedger();
    const mailServer = await startMailServer({ onMail: ledger.noteMail });
    const site = await startSite(
      { ...unlimited, SMTP_URL: mailServer.url, MAIL_RETRY_SECONDS: '1' },
      { dataDirectory: disk.directory },
    );
    const postSome = async (): Promise<number> => {
      let taken = 0;
      for (let index = 0; index < posts; index += 1) {
        const posting = ledger.newPosting();
        const answer = await rawPost(site.port, posting);
        ledger.noteAnswer(posting, answer);
        if (answer?.status === 200) taken += 1;
        else
          expect(
            answer?.status === 503 && answer.text.includes('{"success":false,'),
            `${name}: an answer ${answer?.status} is no JSON of ours`,
          );
      }
      return taken;
    };

    expect((await postSome()) === posts, `${name}: a post was refused before it was full`);
    disk.fill(site);
    expect((await postSome()) < posts, `${name}: nothing was refused while it was full`);
    expect((await fetch(site.url)).status === 200, `${name}: pages are not served while it is full`);
    disk.empty(site);
    expect((await postSome()) === posts, `${name}: a post was refused after there was room again`);
    expect((await fetch(`${site.url}/healthz`)).status === 200, `${name}: not healthy after there was room again`);
    await until(() => ledger.lost().length === 0, 30_000);
    const { exitCode } = await site.stop();
    expect(exitCode === 0, `${name}: the server ended with ${exitCode}`);
    await mailServer.stop();
    const codes = new Set(site.log.map(({ err }) => (err as { errcode?: number } | undefined)?.errcode));
    counts[name] = `SQLite errors ${[...codes].filter((code) => code !== undefined).join(', ')}`;
    judge(ledger, name);
    disk.remove();
  }
}
