// Finds or fetches the Debian programs that tests use. Nothing is installed, so no service starts and root is not needed.
// Plain JavaScript, like `scripts/prepare.mjs`, which calls it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The programs found, for `test/helpers/tools/debianTool.ts`: JSON `{[name]: path}`. */
const foundFile = path.resolve('.cache/debian-tools.json');
const home = path.resolve('.cache/debian-tools');
const archives = path.join(home, 'archives');
const tree = path.join(home, 'tree');

/**
 * By the program's name: its package and its path there, where `*` stands for one folder. `others`: programs needed from
 * the same folder. `least`: the oldest version that will do; `like`: what the answer of one that will do looks like.
 * `movable`: makes an unpacked one find its own files. Without `isUsual`, only `npm run test:all` uses it.
 */
const tools = {
  caddy: { package: 'caddy', program: 'usr/bin/caddy', versionArgument: 'version' },
  nginx: { package: 'nginx', program: 'usr/sbin/nginx', versionArgument: '-v' },
  promtool: { package: 'prometheus', program: 'usr/bin/promtool', versionArgument: '--version' },
  jq: { package: 'jq', program: 'usr/bin/jq', versionArgument: '--version' },
  postgres: {
    package: 'postgresql',
    program: 'usr/lib/postgresql/*/bin/postgres',
    others: ['initdb', 'pg_basebackup', 'pg_dump', 'psql'],
    versionArgument: '--version',
    least: 15,
    isUsual: true,
  },
  dovecot: {
    package: 'dovecot-imapd',
    program: 'usr/sbin/dovecot',
    versionArgument: '--version',
    // 2.4 has another configuration.
    like: /^2\.3\./,
    movable: moveDovecotModules,
  },
  // It has no option for its version; this one lists the kinds of locks.
  postconf: { package: 'postfix', program: 'usr/sbin/postconf', versionArgument: '-l' },
};

/** Dependencies that the programs run without here, most of what a bare machine would unpack. */
const unneeded = /^(?:libllvm|libz3|libperl|perl|locales|fonts-|libjs-|node-)/;

/**
 * Dovecot loads TLS from a folder that no setting names: in the unpacked library, it becomes `modules` in the working
 * directory, where `test/helpers/mail/dovecot.ts` puts a link.
 */
function moveDovecotModules() {
  const file = path.join(tree, 'usr/lib/dovecot/libdovecot.so.0');
  const folder = '/usr/lib/dovecot/modules\0';
  const library = readFileSync(file, 'latin1').replaceAll(folder, 'modules'.padEnd(folder.length, '\0'));
  writeFileSync(realpathSync(file), library, 'latin1');
}

function works(program, { versionArgument, least = 0, like = /^/ }) {
  try {
    const answer = execFileSync(program, [versionArgument], { stdio: 'pipe', timeout: 20_000, encoding: 'utf8' });
    return like.test(answer) && (least === 0 || Number(/[0-9]+/.exec(answer)) >= least);
  } catch {
    return false;
  }
}

/** The paths in the folder that fit a pattern of `tools`, those of the newest version first. */
function expand(folder, pattern) {
  const [before, after] = pattern.split('*');
  if (after === undefined) return [path.join(folder, pattern)];
  const parent = path.join(folder, before);
  const names = existsSync(parent) ? readdirSync(parent) : [];
  return names.sort((a, b) => Number(b) - Number(a)).map((name) => path.join(parent, name, after));
}

/** A shell's PATH may lack the folders of the system's administration. */
function onSystem(name, tool) {
  return [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin']
    .map((folder) => path.join(folder, name))
    .concat(expand('/', tool.program))
    .filter((program) => existsSync(program))
    .map((program) => realpathSync(program))
    .find((program) => (tool.others ?? []).every((one) => existsSync(besides(program, one))) && works(program, tool));
}

function besides(program, other) {
  return path.join(path.dirname(program), other);
}

function kept(name, tool) {
  const program = path.join(home, 'bin', name);
  return existsSync(program) && works(program, tool) ? program : undefined;
}

/** Runs a command; an error carries what it said. */
function run(command, ...parameters) {
  execFileSync(command, parameters, { stdio: 'pipe', encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
}

/**
 * Downloads a package, and those that it needs and the machine lacks, with the machine's package lists or, if they are
 * missing or old, with fresh ones kept in `home`.
 */
function download(name) {
  const lists = path.join(home, 'lists');
  for (const folder of [lists, archives]) mkdirSync(path.join(folder, 'partial'), { recursive: true });
  const settings = [
    // As root, apt-get downloads as a user who may have no access to this folder; others may not lock the system's.
    ...['APT::Sandbox::User=root', 'Debug::NoLocking=1', 'Acquire::http::Timeout=10'],
    `Dir::Cache::Archives=${archives}`,
  ];
  const aptGet = (more, ...parameters) =>
    run('apt-get', '-qq', ...[...settings, ...more].flatMap((setting) => ['-o', setting]), ...parameters);
  const install = ['install', '--download-only', '--no-install-recommends', '--yes', name];
  try {
    aptGet([], ...install);
  } catch {
    const ownLists = [`Dir::State::Lists=${lists}`, `Dir::Cache=${lists}`];
    aptGet(ownLists, 'update');
    aptGet(ownLists, ...install);
  }
}

/** Writes a script into `bin` that starts a program of the tree with the tree's libraries. */
function writeStart(program) {
  const libraries = [...expand(tree, 'lib/*'), ...expand(tree, 'usr/lib/*')];
  const inHome = (name) => `$here/${path.relative(home, name)}`;
  const start = `LD_LIBRARY_PATH=${libraries.map(inHome).join(':')} exec "${inHome(program)}" "$@"`;
  const file = path.join(home, 'bin', path.basename(program));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\nhere=$(dirname "$0")/..\n${start}\n`, { mode: 0o755 });
}

function fetch(name, tool, say) {
  say(`Fetching Debian's ${name} for the tests ...`);
  try {
    download(tool.package);
    const packages = readdirSync(archives).filter((file) => file.endsWith('.deb') && !unneeded.test(file));
    for (const file of packages) run('dpkg', '-x', path.join(archives, file), tree);
    tool.movable?.();
    const [program] = expand(tree, tool.program);
    for (const one of [name, ...(tool.others ?? [])]) writeStart(besides(program, one));
  } catch (error) {
    say(`That failed: ${String(error.stderr ?? '').trim() || error.message}`);
  } finally {
    rmSync(archives, { recursive: true, force: true });
  }
  return kept(name, tool);
}

/** Finds or fetches the programs, all or the usual ones; the tests of a missing one are skipped. `say(text)` prints a message. */
export function prepareDebianTools(say, isAll) {
  mkdirSync(home, { recursive: true });
  const found = {};
  for (const [name, tool] of Object.entries(tools)) {
    if (!isAll && !tool.isUsual) continue;
    const program = onSystem(name, tool) ?? kept(name, tool) ?? fetch(name, tool, say);
    if (program) found[name] = program;
    else say(`No ${name} was found or could be fetched: its tests are skipped.`);
  }
  rmSync(path.join(home, 'lists'), { recursive: true, force: true });
  writeFileSync(foundFile, JSON.stringify(found));
}
