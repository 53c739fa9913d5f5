// Finds or fetches the Debian programs that tests use. Nothing is installed, so no service starts and root is not needed.
// Plain JavaScript, like `scripts/prepare.mjs`, which calls it.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The programs found, for `test/helpers/debianTool.ts`: JSON `{[name]: path}`. */
const foundFile = path.resolve('node_modules/.cache/debian-tools.json');
const home = path.resolve('node_modules/.cache/debian-tools');

/** By the program's name: the packages to unpack, with the libraries that a bare Debian lacks. */
const tools = {
  caddy: { packages: ['caddy'], program: 'usr/bin/caddy', versionArgument: 'version' },
  nginx: { packages: ['nginx'], program: 'usr/sbin/nginx', versionArgument: '-v' },
  promtool: { packages: ['prometheus'], program: 'usr/bin/promtool', versionArgument: '--version' },
  jq: { packages: ['jq', 'libjq1', 'libonig5'], program: 'usr/bin/jq', versionArgument: '--version' },
};

function works(program, { versionArgument }) {
  try {
    execFileSync(program, [versionArgument], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

/** A shell's PATH may lack the folders of the system's administration. */
function onSystem(name, tool) {
  return [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin']
    .map((folder) => path.join(folder, name))
    .find((program) => existsSync(program) && works(program, tool));
}

function kept(name, tool) {
  const program = path.join(home, name, 'run');
  return existsSync(program) && works(program, tool) ? program : undefined;
}

/** Runs a command in the folder; an error carries what it said. */
function runIn(cwd, command, ...parameters) {
  execFileSync(command, parameters, { stdio: 'pipe', cwd });
}

/** Downloads with the machine's package lists or, if they are missing or old, with fresh ones kept in `home`. */
function download(packages, folder) {
  const lists = path.join(home, 'lists');
  // As root, apt-get downloads as a user who may have no access to this folder.
  const options = ['-o', 'APT::Sandbox::User=root', '-o', 'Acquire::http::Timeout=10'];
  const ownLists = [...options, '-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${lists}`];
  if (!existsSync(lists))
    try {
      return runIn(folder, 'apt-get', '-qq', ...options, 'download', ...packages);
    } catch {
      mkdirSync(path.join(lists, 'partial'), { recursive: true });
      runIn(home, 'apt-get', '-qq', ...ownLists, 'update');
    }
  runIn(folder, 'apt-get', '-qq', ...ownLists, 'download', ...packages);
}

function fetch(name, tool, say) {
  say(`Fetching Debian's ${name} for the tests ...`);
  const folder = path.join(home, name);
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    download(tool.packages, folder);
    for (const file of readdirSync(folder)) runIn(folder, 'dpkg', '-x', file, 'unpacked');
    const unpacked = path.join(folder, 'unpacked');
    renameSync(path.join(unpacked, tool.program), path.join(folder, name));
    const libraries = path.join(unpacked, 'usr/lib');
    if (tool.packages.length > 1)
      for (const platform of readdirSync(libraries))
        renameSync(path.join(libraries, platform), path.join(folder, 'lib'));
    for (const file of readdirSync(folder))
      if (file !== name && file !== 'lib') rmSync(path.join(folder, file), { recursive: true });
    const start = `#!/bin/sh\nhere=$(dirname "$0")\nLD_LIBRARY_PATH=$here/lib exec "$here/${name}" "$@"\n`;
    writeFileSync(path.join(folder, 'run'), start);
    chmodSync(path.join(folder, 'run'), 0o755);
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
