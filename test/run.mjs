// Runs everything that must pass, and ends with one line: `N passed, N failed`, and `, N skipped` where
// tests were, for want of a browser.
//   node test/run.mjs [arguments for jest, such as a part of a path]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

process.chdir(path.resolve(import.meta.dirname, '..'));

/** The tests of what the server answers: they must pass with the response cache and without it. */
const answering = [
  'addresses',
  'captcha',
  'chat',
  'clientEvents',
  'errorReporting',
  'pages',
  'plainForm',
  'rawVectors',
  'submissions',
  'textBrowser',
  'turns',
];

let passed = 0;
let failed = 0;
let skipped = 0;

/** Runs one of the project's tools under this very Node, its output passed on; whether it ended well. */
function run(title, ...parameters) {
  console.log(`\n== ${title}`);
  return spawnSync(process.execPath, parameters, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function count(good) {
  if (good) passed += 1;
  else failed += 1;
}

function runJest(title, parameters) {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-run-'));
  const report = path.join(folder, 'report.json');
  const good = run(
    title,
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${report}`,
    ...parameters,
  );
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    passed += numPassedTests;
    skipped += numPendingTests;
    failed += numFailedTests + numRuntimeErrorTestSuites;
    if (!good && numFailedTests + numRuntimeErrorTestSuites === 0) failed += 1;
  } catch {
    // Jest ended before it could report.
    failed += 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

count(run('Types', 'node_modules/typescript/bin/tsc'));
count(run('Lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'));
const chosen = process.argv.slice(2);
runJest('Tests', chosen);
if (chosen.length === 0) {
  process.env.WITHOUT_RESPONSE_CACHE = 'true';
  runJest('Tests without the response cache', [`test/http/(${answering.join('|')})`]);
  delete process.env.WITHOUT_RESPONSE_CACHE;
  count(run('Faults', 'test/faults/run.ts'));
}
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
