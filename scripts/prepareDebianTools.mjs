// Finds or fetches the Debian programs that tests use. Nothing is installed, so no service starts and root is not needed.
// Plain JavaScript, like `scripts/prepare.mjs`, which calls it.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** The programs found, for `test/helpers/tools/debianTool.ts`: JSON `{[name]: path}`. */
const foundFile = path.resolve('.cache/debian-tools.json');
const home = path.resolve('.cache/debian-tools');

/**
 * By the program's name: its package and its path there, where `*` stands for one folder. `libraries`: which of the
 * packages that an installation would add are needed too. `others`: programs needed from the same folder. `keeps`: what
 * stays of the packages beside libraries; undefined: the program. `least`: the oldest version that will do.
 */
const tools = {
  caddy: { package: 'caddy', program: 'usr/bin/caddy', versionArgument: 'version' },
  nginx: { package: 'nginx', libraries: /^lib/, program: 'usr/sbin/nginx', versionArgument: '-v' },
  promtool: { package: 'prometheus', program: 'usr/bin/promtool', versionArgument: '--version' },
  jq: { package: 'jq', libraries: /^lib/, program: 'usr/bin/jq', versionArgument: '--version' },
  postgres: {
    package: 'postgresql',
    // LLVM only compiles long queries, and Perl is for programs that are not used here.
    libraries: /^(?:lib(?!llvm|perl|z3)|postgresql-(?:client-)?[0-9])/,
    program: 'usr/lib/postgresql/*/bin/postgres',
    others: ['initdb', 'pg_basebackup', 'pg_dump', 'psql'],
    keeps: ['usr/share/postgresql'],
    versionArgument: '--version',
    least: 15,
  },
};

function works(program, { versionArgument, least = 0 }) {
  try {
    const answer = execFileSync(program, [versionArgument], { stdio: 'pipe', timeout: 20_000, encoding: 'utf8' });
    return least === 0 || Number(/[0-9]+/.exec(answer)) >= least;
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
  const program = path.join(home, name, 'bin', name);
  return existsSync(program) && works(program, tool) ? program : undefined;
}

/** Runs a command in the folder and returns what it printed; an error carries what it said. */
function runIn(cwd, command, ...parameters) {
  return execFileSync(command, parameters, {
    stdio: 'pipe',
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
}

/** Downloads a tool's packages into the folder. `options`: those of `apt-get`. */
function downloadWith(options, tool, folder) {
  const simulate = ['-q', ...options, '--simulate', '--no-install-recommends', 'install', tool.package];
  const added = tool.libraries
    ? [...runIn(folder, 'apt-get', ...simulate).matchAll(/^Inst ([^ ]+)/gm)].map(([, name]) => name)
    : [];
  const packages = [tool.package, ...added.filter((name) => tool.libraries.test(name))];
  runIn(folder, 'apt-get', '-qq', ...options, 'download', ...packages);
}

/** Downloads with the machine's package lists or, if they are missing or old, with fresh ones kept in `home`. */
function download(tool, folder) {
  const lists = path.join(home, 'lists');
  // As root, apt-get downloads as a user who may have no access to this folder.
  const options = ['-o', 'APT::Sandbox::User=root', '-o', 'Acquire::http::Timeout=10'];
  const ownLists = [...options, '-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${lists}`];
  if (!existsSync(lists))
    try {
      return downloadWith(options, tool, folder);
    } catch {
      mkdirSync(path.join(lists, 'partial'), { recursive: true });
      runIn(home, 'apt-get', '-qq', ...ownLists, 'update');
    }
  downloadWith(ownLists, tool, folder);
}

/** Moves what a tool needs to the same places in another tree: PostgreSQL finds its files from where its programs are. */
function prune(unpacked, tool, tree) {
  for (const name of ['lib', 'usr/lib', ...(tool.keeps ?? [tool.program])])
    if (existsSync(path.join(unpacked, name))) {
      mkdirSync(path.dirname(path.join(tree, name)), { recursive: true });
      renameSync(path.join(unpacked, name), path.join(tree, name));
    }
}

/** Writes a script into `bin` that starts a program of the tree with the tree's libraries. */
function writeStart(folder, program) {
  const libraries = expand(folder, 'tree/lib/*').concat(expand(folder, 'tree/usr/lib/*'));
  const search = libraries.map((one) => `$here/${path.relative(folder, one)}`).join(':');
  const inTree = path.relative(folder, program);
  const start = `#!/bin/sh\nhere=$(dirname "$0")/..\nLD_LIBRARY_PATH=${search} exec "$here/${inTree}" "$@"\n`;
  const file = path.join(folder, 'bin', path.basename(program));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, start);
  chmodSync(file, 0o755);
}

function fetch(name, tool, say) {
  say(`Fetching Debian's ${name} for the tests ...`);
  const folder = path.join(home, name);
  const packages = path.join(folder, 'packages');
  const tree = path.join(folder, 'tree');
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(packages, { recursive: true });
    download(tool, packages);
    for (const file of readdirSync(packages)) runIn(packages, 'dpkg', '-x', file, 'unpacked');
    prune(path.join(packages, 'unpacked'), tool, tree);
    rmSync(packages, { recursive: true });
    const [program] = expand(tree, tool.program);
    for (const one of [name, ...(tool.others ?? [])]) writeStart(folder, besides(program, one));
  } catch (error) {
    say(`That failed: ${String(error.stderr ?? '').trim() || error.message}`);
  }
  return kept(name, tool);
}

/** Finds or fetches the programs; the tests of a missing one are skipped. `say(text)` prints a message. */
export function prepareDebianTools({ say }) {
  mkdirSync(home, { recursive: true });
  const found = {};
  for (const [name, tool] of Object.entries(tools)) {
    const program = onSystem(name, tool) ?? kept(name, tool) ?? fetch(name, tool, say);
    if (program) found[name] = program;
    else say(`No ${name} was found or could be fetched: its tests are skipped.`);
  }
  rmSync(path.join(home, 'lists'), { recursive: true, force: true });
  writeFileSync(foundFile, JSON.stringify(found));
}
