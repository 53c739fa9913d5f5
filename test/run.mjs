// Runs every check. The last line is `N passed, N failed`, preceded by `N skipped, ` if checks were skipped; the lines
// above it name them with the reason.
//   node test/run.mjs [arguments for jest, such as a part of a path]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findDebianTool } from './helpers/tools/debianTool.ts';

process.chdir(path.resolve(import.meta.dirname, '..'));

/**
 * The tests of the response cache and of what runs beside it, those that open every page, and orders. Each server that
 * fills its cache uses a processor for seconds; the other browser tests run without it.
 */
const onlyWithCache = [
  'http/(budgets|metrics|process|stopping|upgrade|yearTurn)',
  'browser/(axe|layoutShift|order)[.]',
];
/** The HTTP tests of parts that the response cache has nothing to do with, by where they run. */
const storesOf = {
  /** SQLite, or the test chooses by itself. */
  sqlite: [
    'backup',
    'choosing',
    'clientEvents',
    'confirmation',
    'dataDirectory',
    'found',
    'html',
    'migrate',
    'operations',
    'postgres',
    'postgresOperator',
    'proxies',
    'report',
    'search',
    'severalServers',
    'smtpTls',
    'stack',
    'taskQueue',
    'testMail',
    'textBrowser',
  ],
  both: ['delivery', 'erasure', 'flood', 'operator', 'plainForm', 'submissions'],
  /** PostgreSQL, or SQLite where the machine lacks it: each store does these by what `both` and the unit tests show. */
  postgres: ['alarms', 'captcha'],
};

let passed = 0;
let failed = 0;
/** The number of skipped checks, by name and reason. */
const skipped = new Map();

function skip(what) {
  skipped.set(what, (skipped.get(what) ?? 0) + 1);
}

/** Runs a tool with this Node and shows its output. Returns whether it succeeded. */
function run(title, parameters, variables = {}) {
  console.log(`\n== ${title}`);
  const env = { ...process.env, ...variables };
  return spawnSync(process.execPath, parameters, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

function count(good) {
  if (good) passed += 1;
  else failed += 1;
}

function runJest(title, parameters, variables) {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-run-'));
  const report = path.join(folder, 'report.json');
  const good = run(
    title,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--json',
      `--outputFile=${report}`,
      ...parameters,
    ],
    variables,
  );
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

/** The pattern of HTTP tests with these names. */
function http(names) {
  return `http/(${names.join('|')})[.]`;
}

function ignoring(...patterns) {
  return `--testPathIgnorePatterns=${patterns.join('|')}`;
}

function runFaults() {
  console.log('\n== Faults');
  const { status, stdout } = spawnSync(process.execPath, ['test/faults/run.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  process.stdout.write(stdout);
  count(status === 0);
  for (const [line] of stdout.matchAll(/^.*: +skipped: .*$/gm)) skip(`faults, ${line.trim().replace(/: +/, ': ')}`);
}

count(run('Types', ['node_modules/typescript/bin/tsc']));
count(run('Lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']));
const chosen = process.argv.slice(2);
if (chosen.length > 0) runJest('Tests', chosen);
else {
  const withoutCache = { WITHOUT_RESPONSE_CACHE: 'true' };
  const { sqlite, both, postgres } = storesOf;
  const hasPostgres = findDebianTool('postgres') !== undefined;
  if (!hasPostgres) skip('tests on PostgreSQL, which this machine lacks');
  const ofPostgres = hasPostgres ? [] : ['/postgres'];
  const all = [...sqlite, ...both, ...postgres];
  const onSqlite = hasPostgres ? [...sqlite, ...both] : all;
  runJest('Tests with the response cache', ['test/(unit|http)/', ...onlyWithCache, ignoring(http(all), ...ofPostgres)]);
  runJest(
    'Tests without the response cache',
    [`test/${http(onSqlite)}`, ignoring('/node_modules/', ...ofPostgres)],
    withoutCache,
  );
  runJest(
    hasPostgres ? 'Tests on PostgreSQL, without the response cache' : 'More tests without the response cache',
    ['test/(http|browser)/', ignoring(...onlyWithCache, http(hasPostgres ? sqlite : all))],
    { ...withoutCache, ...(hasPostgres && { TEST_STORE: 'postgres' }) },
  );
  runFaults();
}

const total = [...skipped.values()].reduce((sum, many) => sum + many, 0);
if (total > 0) console.log('\nSkipped:');
for (const [what, many] of skipped) console.log(`  ${many} × ${what}`);
console.log(`\n${total > 0 ? `${total} skipped, ` : ''}${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
