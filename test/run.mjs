// Runs types, lint, a search for unused code, the count of lines, and tests. The last line is `N passed, N failed`. If tests
// were skipped, that line begins with `N skipped, `, and the lines above it have the reasons.
//   node test/run.mjs [arguments for jest, such as a part of a path]        what each change must pass
//   node test/run.mjs all [arguments for jest]                              the same, and the long tests
//   node test/run.mjs check [arguments for jest]                            without build, browser and Debian programs
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkLines } from './countLines.mjs';

process.chdir(path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..'));

/** The projects of `jest.config.mjs` that `npm run check`, `npm test` and `npm run test:all` run. */
const tiers = {
  check: ['unit'],
  test: ['unit', 'integration', 'store', 'http', 'browser'],
  all: ['unit', 'integration', 'store', 'http', 'browser', 'long'],
};

let passed = 0;
let failed = 0;
/** The number of skipped checks, by name and reason. */
const skipped = new Map();

function skip(what) {
  skipped.set(what, (skipped.get(what) ?? 0) + 1);
}

// npm 9 and 10 may leave out `node_modules/.bin/node`. Then the machine's Node runs this file, but the project's runs the tools.
const packaged = `node_modules/node-linux-${process.arch}/bin/node`;
const node = existsSync(packaged) ? path.resolve(packaged) : process.execPath;

/** Runs a tool with the project's Node and shows its output. Returns whether it succeeded. */
function run(title, parameters, environment = process.env) {
  console.log(`\n== ${title}`);
  return spawnSync(node, parameters, { stdio: ['ignore', 'inherit', 'inherit'], env: environment }).status === 0;
}

function count(good) {
  if (good) passed += 1;
  else failed += 1;
}

function runJest(tier, parameters) {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-run-'));
  const report = path.join(folder, 'report.json');
  const good = run(
    'Tests',
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--config=test/jest.config.mjs',
      '--json',
      `--outputFile=${report}`,
      ...parameters,
      '--selectProjects',
      ...tiers[tier],
    ],
    { ...process.env, TEST_TIER: tier, TEST_PART: parameters.length > 0 ? 'yes' : '' },
  );
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    passed += numPassedTests;
    failed += numFailedTests + numRuntimeErrorTestSuites;
    if (!good && numFailedTests + numRuntimeErrorTestSuites === 0) failed += 1;
    // A skipped test has the reason in the title of its outermost group, or in its own title if it has no group.
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

const given = process.argv.slice(2);
const tier = given[0] === 'check' || given[0] === 'all' ? given[0] : 'test';
const chosen = tier === 'test' ? given : given.slice(1);
const elsewhere = tier === 'check' && chosen.find((parameter) => /(?:^|\/)test\/(?!unit)/.test(parameter));
if (elsewhere) {
  console.error(`The check runs test/unit only. To run ${elsewhere}: npm test -- ${elsewhere}`);
  process.exit(64);
}
count(run('Types', ['node_modules/typescript/bin/tsc']));
count(run('Lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']));
count(run('Unused files, exports and packages', ['node_modules/knip/bin/knip.js', '--no-progress']));
console.log('\n== Lines');
count(checkLines());
runJest(tier, chosen);
if (tier === 'all' && chosen.length === 0) runFaults();

const total = [...skipped.values()].reduce((sum, many) => sum + many, 0);
if (total > 0) console.log('\nSkipped:');
for (const [what, many] of skipped) console.log(`  ${many} × ${what}`);
console.log(`\n${total > 0 ? `${total} skipped, ` : ''}${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
