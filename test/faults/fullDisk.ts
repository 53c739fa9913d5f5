import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { newLedger } from '../helpers/visitor/ledger.ts';
import { type Part, unlimited, until } from './part.ts';
import { rawPost } from './rawPost.ts';

/** How a test fills and empties the disk of a server. */
type Disk = { readonly fill: (site: Site) => void; readonly empty: (site: Site) => void };

function succeeds(command: string, ...parameters: string[]): boolean {
  return spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;
}

/** A small tmpfs that can be filled completely. Only root can mount it. */
function smallDisk(directory: string, { untilEnd }: Part): Disk | undefined {
  if (!succeeds('mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', directory)) return undefined;
  void untilEnd({ stop: () => void succeeds('umount', directory) });
  const filler = path.join(directory, 'filler');
  // Its last write fails.
  const fill = () => void succeeds('dd', 'if=/dev/zero', `of=${filler}`, 'bs=4096');
  return { fill, empty: () => rmSync(filler) };
}

/** A limit on the size of the server's files, which makes SQLite's writes fail with error 778. */
function limitedFiles(): Disk | undefined {
  if (!succeeds('prlimit', '--version')) return undefined;
  const limit = (bytes: string) => (site: Site) => void succeeds('prlimit', `--pid=${site.pid}`, `--fsize=${bytes}:`);
  return { fill: limit('4096'), empty: limit('unlimited') };
}

const disks = { 'small disk': smallDisk, 'limited files': limitedFiles };
const posts = 25;

/** Posts submissions before, while and after the disk is full. */
export async function runFullDisk(part: Part): Promise<void> {
  for (const [name, make] of Object.entries(disks)) {
    const dataDirectory = part.folder();
    const disk = make(dataDirectory, part);
    if (disk) await fillDisk(part, name, dataDirectory, disk);
    else part.counts[name] = 'skipped: this machine does not allow it';
  }
}

async function fillDisk(part: Part, name: string, dataDirectory: string, disk: Disk): Promise<void> {
  const expect: Part['expect'] = (holds, fault) => part.expect(holds, `${name}: ${fault}`);
  const ledger = newLedger();
  const mailServer = await part.untilEnd(startMailServer({ onMail: ledger.noteMail }));
  const environment = { ...unlimited, SMTP_URL: mailServer.url, MAIL_RETRY_SECONDS: '1' };
  const site = await part.untilEnd(startSite(environment, { dataDirectory }));
  /** Resolves with how many posts were taken. */
  const postSome = async (): Promise<number> => {
    const { size } = ledger.acknowledged;
    for (let index = 0; index < posts; index += 1) {
      const posting = ledger.newPosting();
      const answer = await rawPost(site.port, posting);
      ledger.noteAnswer(posting, answer);
      const isRefused = answer?.status === 503 && answer.text.includes('{"success":false,');
      expect(answer?.status === 200 || isRefused, `an answer ${answer?.status} is no JSON of ours`);
    }
    return ledger.acknowledged.size - size;
  };

  expect((await postSome()) === posts, 'a post was refused before it was full');
  disk.fill(site);
  expect((await postSome()) < posts, 'nothing was refused while it was full');
  expect((await fetch(site.url)).status === 200, 'pages are not served while it is full');
  disk.empty(site);
  expect((await postSome()) === posts, 'a post was refused after there was room again');
  expect((await fetch(`${site.url}/healthz`)).status === 200, 'not healthy after there was room again');
  await until(() => ledger.lost().length === 0);
  part.judge(ledger, name);
}
