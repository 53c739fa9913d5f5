import { createServer, type Socket } from 'node:net';
import { listen } from '../network/listen.ts';

/** A mail as the server keeps it. Each character of `raw` stands for one byte. `at`: its INTERNALDATE. */
type KeptMail = { readonly uid: number; readonly at: number; readonly raw: string };
type KeptFolder = { readonly flags: string; uidValidity: number; uidNext: number; mails: KeptMail[] };

/** A text replaces the tagged answer, without data. `hang` answers nothing. `cut` resets the connection. Undefined: as usual. */
export type ImapReaction = string | undefined;

/** The server is 12 hours west of UTC, so its days begin later than ours. */
const zone = -12 * 60 * 60 * 1000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function internalDate(at: number): string {
  const local = new Date(at + zone);
  const time = local.toISOString().slice(11, 19);
  return `${local.getUTCDate().toString().padStart(2)}-${months[local.getUTCMonth()]}-${local.getUTCFullYear()} ${time} -1200`;
}

function literal(text: string): string {
  return `{${Buffer.byteLength(text, 'latin1')}}\r\n${text}`;
}

/** The headers with these names, as they stand in the mail. */
function fieldsOf(raw: string, names: readonly string[]): string {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const fields = head
    .split(/\r\n(?![ \t])/)
    .filter((field) => names.includes(field.split(':', 1)[0]?.toLowerCase() ?? ''));
  return [...fields, '', ''].join('\r\n');
}

/** Whether a UID is in a set such as `3,7:9` or `5:*`. The set `5:*` always has the last UID. */
function inSet(set: string, last: number): (uid: number) => boolean {
  const ranges = set.split(',').map((range) => {
    const [from = 0, to = from] = range.split(':').map((end) => (end === '*' ? last : Number(end)));
    return [Math.min(from, to), Math.max(from, to)] as const;
  });
  return (uid) => ranges.some(([from, to]) => uid >= from && uid <= to);
}

/** An IMAP server on the loopback address (https://www.rfc-editor.org/rfc/rfc3501), as far as the site needs one. */
export async function startImapServer() {
  const clients = new Set<Socket>();
  const newFolder = (flags = ''): KeptFolder => ({ flags, uidValidity: 1, uidNext: 1, mails: [] });

  const talk = (client: Socket): void => {
    let folder = newFolder();
    let rest = '';
    clients.add(client);
    client.on('error', () => {});
    client.once('close', () => clients.delete(client));
    const send = (line: string) => void client.write(`${line}\r\n`, 'latin1');

    const fetch = (parameters: string): void => {
      const [set = ''] = parameters.split(' ', 1);
      const names = /HEADER\.FIELDS \(([^)]*)\)/i.exec(parameters)?.[1];
      const length = /BODY\.PEEK\[\]<0\.(\d+)>/i.exec(parameters)?.[1];
      const isWanted = inSet(set, folder.mails.at(-1)?.uid ?? 0);
      for (const [index, { uid, at, raw }] of folder.mails.entries()) {
        if (!isWanted(uid)) continue;
        const part = names
          ? `BODY[HEADER.FIELDS (${names})] ${literal(fieldsOf(raw, names.toLowerCase().split(' ')))}`
          : `BODY[]<0> ${literal(raw.slice(0, Number(length)))}`;
        send(`* ${index + 1} FETCH (UID ${uid} INTERNALDATE "${internalDate(at)}" ${part})`);
      }
    };
    const search = (parameters: string): void => {
      const [, day = 0, month = '', year = 0] = /SINCE "?(\d+)-(\w+)-(\d+)/i.exec(parameters) ?? [];
      const since = Date.UTC(Number(year), months.indexOf(month), Number(day)) - zone;
      const found = folder.mails.filter(({ at }) => at >= since).map(({ uid }) => uid);
      send(`* SEARCH ${found.join(' ')}`.trim());
    };
    const answers: { readonly [verb: string]: (parameters: string) => void } = {
      capability: () => send('* CAPABILITY IMAP4rev1'),
      list: (parameters) => {
        if (parameters === '"" ""') return send('* LIST (\\Noselect) "." ""');
        for (const [path, { flags }] of server.folders) send(`* LIST (${flags}) "." "${path}"`);
      },
      examine: (parameters) => {
        folder = server.folders.get(parameters.replaceAll('"', '')) ?? newFolder();
        send(`* ${folder.mails.length} EXISTS`);
        send(`* OK [UIDVALIDITY ${folder.uidValidity}] valid`);
        send(`* OK [UIDNEXT ${folder.uidNext}] next`);
      },
      search,
      fetch,
      logout: () => send('* BYE until then'),
    };
    const take = (line: string): void => {
      const [, tag = '', verb = '', parameters = ''] = /^(\S+) (?:UID )?(\S+) ?(.*)$/i.exec(line) ?? [];
      server.commands.push(line.slice(tag.length + 1));
      const reaction = server.react(verb.toUpperCase(), parameters);
      if (reaction === 'cut') client.resetAndDestroy();
      if (reaction === 'cut' || reaction === 'hang') return;
      if (reaction === undefined) answers[verb.toLowerCase()]?.(parameters);
      send(`${tag} ${reaction ?? 'OK done'}`);
      if (verb.toUpperCase() === 'LOGOUT') client.end();
    };
    client.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    const reaction = server.react('CONNECT', '');
    if (reaction !== 'hang') send(`* ${reaction ?? 'OK ready'}`);
  };

  const listener = createServer(talk);
  const port = await listen(listener);
  const server = {
    url: `imap://sales:secret@127.0.0.1:${port}`,
    /** The folders by path. `flags`: such as `\Junk`. */
    folders: new Map([['INBOX', newFolder()]]),
    addFolder: (path: string, flags = '') => void server.folders.set(path, newFolder(flags)),
    /** What clients have sent, without the tags. */
    commands: [] as string[],
    /** Says what the server does at a command. `verb`: without UID, or `CONNECT`, where a text is the greeting. */
    react: ((): ImapReaction => undefined) as (verb: string, parameters: string) => ImapReaction,
    /** Puts a mail into a folder. All its lines will end as in a mail. */
    file: (raw: string, path = 'INBOX', at = Date.now()): void => {
      const folder = server.folders.get(path) as KeptFolder;
      folder.mails.push({ uid: folder.uidNext, at, raw: raw.replace(/\r?\n/g, '\r\n') });
      folder.uidNext += 1;
    },
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const client of clients) client.destroy();
      }),
  };
  return server;
}

export type ImapServer = Awaited<ReturnType<typeof startImapServer>>;
