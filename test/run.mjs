// Runs the checks. The last line is `N passed, N failed`, preceded by `N skipped, ` if checks were skipped; the lines
// above it name them with the reason.
//   node test/run.mjs [arguments for jest, such as a part of a path]        everything, or what is chosen
//   node test/run.mjs check [arguments for jest]                           types, lint and test/unit: without a build
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

process.chdir(path.resolve(import.meta.dirname, '..'));

let passed = 0;
let failed = 0;
/** The number of skipped checks, by name and reason. */
const skipped = new Map();

function skip(what) {
  skipped.set(what, (skipped.get(what) ?? 0) + 1);
}

// npm 9 and 10 may leave out `node_modules/.bin/node`, so that npm runs this file by the machine's Node.
const packaged = `node_modules/node-linux-${process.arch}/bin/node`;
const node = existsSync(packaged) ? path.resolve(packaged) : process.execPath;

/** Runs a tool with the project's Node and shows its output. Returns whether it succeeded. */
function run(title, parameters) {
  console.log(`\n== ${title}`);
  return spawnSync(node, parameters, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function count(good) {
  if (good) passed += 1;
  else failed += 1;
}

function runJest(parameters) {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-run-'));
  const report = path.join(folder, 'report.json');
  const good = run('Tests', [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${report}`,
    ...parameters,
  ]);
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    passed += numPassedTests;
    failed += numFailedTests + numRuntimeErrorTestSuites;
    if (!good && numFailedTests + numRuntimeErrorTestSuites === 0) failed += 1;
    // The title of the outermost group, or of a test outside groups, contains the reason.
    for (const { assertionResults } of testResults)
      for (const { status, ancestorTitles, title } of assertionResults)
        if (status === 'pending') skip([...ancestorTitles, title][0]);
  } catch {
    // Jest ended without a report.
    failed += 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runFaults() {
  console.log('\n== Faults');
  const { status, stdout } = spawnSync(node, ['test/faults/run.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  process.stdout.write(stdout);
  count(status === 0);
  for (const [line] of stdout.matchAll(/^.*: +skipped: .*$/gm)) skip(`faults, ${line.trim().replace(/: +/, ': ')}`);
}

const [first, ...rest] = process.argv.slice(2);
const isCheck = first === 'check';
const chosen = isCheck ? rest : process.argv.slice(2);
const elsewhere = isCheck && chosen.find((parameter) => /(?:^|\/)test\/(?!unit)/.test(parameter));
if (elsewhere) {
  console.error(`The check runs test/unit only. To run ${elsewhere}: npm test -- ${elsewhere}`);
  process.exit(64);
}
count(run('Types', ['node_modules/typescript/bin/tsc']));
count(run('Lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']));
runJest(isCheck ? [...chosen, '--selectProjects', 'unit'] : chosen);
if (!isCheck && chosen.length === 0) runFaults();

const total = [...skipped.values()].reduce((sum, many) => sum + many, 0);
if (total > 0) console.log('\nSkipped:');
for (const [what, many] of skipped) console.log(`  ${many} × ${what}`);
console.log(`\n${total > 0 ? `${total} skipped, ` : ''}${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
