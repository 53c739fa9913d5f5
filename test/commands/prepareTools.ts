// Finds or fetches the programs that tests use, and writes their paths to `.cache/tools.json`. Fetched programs are unpacked
// into `.cache/tools`, not installed: no service starts, and root is not needed.
//   node test/commands/prepareTools.ts [all]     the programs for `npm test`; with `all` also those for `npm run test:all`
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type BrowserKind, openBrowser } from '../helpers/browser/browser.ts';
import { openWebKit, startWebKit } from '../helpers/browser/webkit.ts';
import { foundTools, type ToolName, toolsFile } from '../helpers/tools/debianTool.ts';

const home = path.resolve('.cache/tools');
const bin = path.join(home, 'bin');
const apt = path.join(home, 'apt');
// The last name in each path is the version that `unpackFromNpm` fetches.
const chromiumFolder = path.join(home, 'chromium/153.0.0');
const checkerFolder = path.join(home, 'vnu-jar/26.9.27');

/** The Debian packages of a tool, a pattern of the folder with its programs, and the programs that tests run. */
type OfDebian = readonly [names: string, folder: string, ...programs: string[]];
const ofDebian: Record<Exclude<ToolName, 'htmlChecker'>, OfDebian> = {
  chromium: ['chromium', 'usr/lib/chromium', 'chromium'],
  postgres: ['postgresql', 'usr/lib/postgresql/*/bin', 'postgres', 'initdb', 'pg_basebackup', 'pg_dump', 'psql'],
  firefox: ['firefox-esr', 'usr/lib/firefox-esr', 'firefox-esr'],
  caddy: ['caddy', 'usr/bin', 'caddy'],
  nginx: ['nginx', 'usr/sbin', 'nginx'],
  promtool: ['prometheus', 'usr/bin', 'promtool'],
  jq: ['jq', 'usr/bin', 'jq'],
  dovecot: ['dovecot-imapd', 'usr/sbin', 'dovecot'],
  xvfb: ['xvfb x11-xkb-utils xkb-data', 'usr/bin', 'Xvfb'],
  webkit: ['webkit2gtk-driver', 'usr/bin', 'WebKitWebDriver', 'update-mime-database'],
};

function run(command: string, ...parameters: string[]): string {
  return execFileSync(command, parameters, { stdio: 'pipe', encoding: 'utf8' });
}

async function works(name: ToolName, program: string): Promise<boolean> {
  try {
    if (name === 'chromium' || name === 'firefox') await paintText(name, program);
    if (name === 'webkit') await paintInWebKit(program);
    if (name === 'htmlChecker') run('java', '-jar', program, '--version');
    // Tests write the configuration for Dovecot 2.3. Dovecot 2.4 reads another form.
    return name !== 'dovecot' || run(program, '--version').startsWith('2.3.');
  } catch {
    return false;
  }
}

/** Throws if the browser cannot paint. A browser without fonts, for example, starts and tells its version, but cannot paint. */
async function paintText(kind: BrowserKind, program: string): Promise<void> {
  const { browser, close } = await openBrowser({ kind, program });
  try {
    const page = await browser.newPage();
    await page.setContent('<input value="Text">');
    await page.screenshot();
  } finally {
    await close();
  }
}

/** Throws if WebKit cannot paint on the virtual screen. */
async function paintInWebKit(webkit: string): Promise<void> {
  const driver = await startWebKit({ ...found, webkit });
  try {
    const window = await openWebKit(driver.url);
    await window.get('data:text/html,<input value="Text">');
    await window.takeScreenshot();
    await window.quit();
  } finally {
    await driver.stop();
  }
}

/** Where a tool may be, the best place first. */
function placesOf(name: ToolName): readonly string[] {
  if (name === 'htmlChecker') return [path.join(checkerFolder, 'build/dist/vnu.jar')];
  const [, folder, program = ''] = ofDebian[name];
  // The newest version first.
  const places = [...globSync(`/${folder}/${program}`).sort().reverse(), path.join(bin, program)];
  if (name !== 'chromium') return places;
  const { PUPPETEER_EXECUTABLE_PATH: named, PATH = '' } = process.env;
  const inPath = globSync(PATH.split(':').map((each) => `${each}/{chromium,chromium-browser,google-chrome,chrome}`));
  return [...(named ? [path.resolve(named)] : []), ...inPath, ...places, path.join(chromiumFolder, 'start')];
}

async function find(name: ToolName): Promise<void> {
  for (const program of placesOf(name))
    if (!found[name] && existsSync(program) && (await works(name, program))) found[name] = program;
}

/** Unpacks a package of npm, without its dependencies. The folder's name is the version. Removes all other versions. */
function unpackFromNpm(name: string, folder: string): void {
  rmSync(path.dirname(folder), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run('npm', 'pack', `${name}@${path.basename(folder)}`, '--pack-destination', folder);
  const [archive = ''] = globSync(`${folder}/*.tgz`);
  run('tar', '-xzf', archive, '-C', folder, '--strip-components=1');
  rmSync(archive);
}

/** Fetches a Chromium for x64, with the libraries that a bare machine lacks. */
function fetchChromium(): void {
  unpackFromNpm('@sparticuz/chromium', chromiumFolder);
  const inflate = (name: string) => brotliDecompressSync(readFileSync(path.join(chromiumFolder, 'bin', name)));
  for (const name of ['al2023.tar.br', 'swiftshader.tar.br'])
    execFileSync('tar', ['-x', '-C', chromiumFolder], { input: inflate(name) });
  const program = path.join(chromiumFolder, 'chromium');
  writeFileSync(program, inflate('chromium.br'), { mode: 0o755 });
  rmSync(path.join(chromiumFolder, 'bin'), { recursive: true });
  writeStart(path.join(chromiumFolder, 'start'), program, [path.join(chromiumFolder, 'lib')]);
}

/** Packages on which the tools depend, but which tests do not need. On a bare machine, they would be most of what is unpacked. */
const unneeded = /^(?:libperl|perl|locales|fonts-|libjs-|node-)/;
/** Large packages with which PostgreSQL compiles queries. Only WebKit needs them: it paints with them. */
const neededToPaint = /^(?:libllvm|libz3)/;

/**
 * Programs with the path of a folder in them, and these folders. In an unpacked program, `sed` replaces the path by that of a link
 * in the working directory. The start script makes this link.
 */
const moved = [
  ['usr/bin/Xvfb', 'usr/bin'],
  ['usr/bin/Xvfb', 'usr/share/X11/xkb'],
  ['usr/bin/WebKitWebDriver', 'usr/lib/*/webkit2gtk-4.1'],
  ['usr/lib/*/libwebkit2gtk-4.1.so.0', 'usr/lib/*/webkit2gtk-4.1'],
] as const;

/** Unpacks a tool's package, and the packages that the tool depends on and the machine lacks. */
function fetchFromDebian([names, folder, ...programs]: OfDebian): void {
  for (const needed of ['archives', 'lists']) mkdirSync(path.join(apt, needed, 'partial'), { recursive: true });
  // Without the first two settings, apt-get would need access for its user _apt, and would lock folders of the system.
  const settings = ['APT::Sandbox::User=root', 'Debug::NoLocking=1', 'Acquire::http::Timeout=10']
    // The next two replace the machine's own package lists, which may be missing or old.
    .concat(`Dir::State::Lists=${apt}/lists`, `Dir::Cache=${apt}`)
    .flatMap((setting) => ['-qq', '-o', setting]);
  run('apt-get', ...settings, 'update');
  const options = ['--download-only', '--no-install-recommends', '--reinstall', '--yes'];
  run('apt-get', ...settings, 'install', ...options, ...names.split(' '));
  const tree = path.join(home, 'tree');
  for (const archive of globSync(`${apt}/archives/*.deb`)) {
    const name = path.basename(archive);
    const isUnneeded = unneeded.test(name) || (neededToPaint.test(name) && !programs.includes('WebKitWebDriver'));
    if (!isUnneeded) run('dpkg', '-x', archive, tree);
    rmSync(archive);
  }
  for (const [program, part] of moved)
    for (const file of globSync(`${tree}/${program}`))
      for (const place of globSync(`${tree}/${part}`).map((each) => each.slice(tree.length)))
        run('sed', '-i', '--follow-symlinks', `s#${place}#${linkTo(place)}#g`, file);
  const libraries = globSync(`${tree}/{lib,usr/lib}/*`);
  for (const program of globSync(programs.map((each) => `${tree}/${folder}/${each}`)))
    writeStart(path.join(bin, path.basename(program)), program, libraries);
  for (const program of globSync(`${bin}/update-mime-database`)) run(program, `${tree}/usr/share/mime`);
}

/** The path of a link in the working directory to a folder. It is as long as the folder's own path. */
function linkTo(folder: string): string {
  return `.${path.basename(folder).padStart(folder.length - 1, '/')}`;
}

/** Writes a script that starts an unpacked program with its libraries. Its paths are relative: the project may be moved. */
function writeStart(file: string, program: string, libraries: readonly string[]): void {
  const fromHere = (name: string) => `$here/${path.relative(path.dirname(file), name)}`;
  const lines = ['#!/bin/sh', 'here=$(dirname "$0")'];
  const variables = [`LD_LIBRARY_PATH=${libraries.map(fromHere).join(':')}`];
  const links = moved
    .filter(([name]) => program.endsWith(name))
    .flatMap(([, part]) => globSync(`${home}/tree/${part}`));
  if (links.length > 0) {
    lines.push(`ln -sfn ${links.map((each) => `"${fromHere(each)}"`).join(' ')} .`);
    // Image types and graphics drivers: the unpacked ones, or those of the machine.
    const all = (part: string) => [fromHere(`${home}/tree/${part}`), `/${part}`].join(':');
    const drivers = [...libraries.map(fromHere), ...globSync('/usr/lib/*-linux-gnu')].map((each) => `${each}/dri`);
    variables.push(`XDG_DATA_DIRS=${all('usr/share')}`, `LIBGL_DRIVERS_PATH=${drivers.join(':')}`);
    variables.push(`__EGL_VENDOR_LIBRARY_DIRS=${all('usr/share/glvnd/egl_vendor.d')}`);
  }
  writeFileSync(file, [...lines, `${variables.join(' ')} exec "${fromHere(program)}" "$@"`, ''].join('\n'), {
    mode: 0o755,
  });
}

mkdirSync(bin, { recursive: true });
// What an earlier run has found is kept, except for the programs of this run, which are looked for again.
const found = foundTools();
const all = [...Object.keys(ofDebian), 'htmlChecker'] as readonly ToolName[];
const usual: readonly ToolName[] = ['chromium', 'postgres'];
for (const name of process.argv.includes('all') ? all : usual) {
  delete found[name];
  await find(name);
  if (found[name]) continue;
  console.error(`Fetching ${name} for the tests ...`);
  try {
    if (name === 'chromium' && process.arch === 'x64') fetchChromium();
    else if (name !== 'htmlChecker') fetchFromDebian(ofDebian[name]);
    // The HTML checker needs Java: without Java, this throws.
    else if (run('java', '--version')) unpackFromNpm('vnu-jar', checkerFolder);
    await find(name);
  } catch (error) {
    console.error(`That failed: ${(error as Error).message}`);
  }
  const advice = name === 'chromium' ? 'install one, or name it in PUPPETEER_EXECUTABLE_PATH' : 'its tests are skipped';
  if (!found[name]) console.error(`There is no ${name}: ${advice}.`);
}
rmSync(apt, { recursive: true, force: true });
writeFileSync(toolsFile, JSON.stringify(found));
if (!found.chromium) process.exitCode = 1;
