import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { lockFile, missingEntries } from '../../scripts/completeLock.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const imports = 'noRestrictedImports';
function use(name: string): string {
  return `import { used } from '${name}';\nconsole.log(used);\n`;
}

/** What each room of server/ imports of the others. */
const roomImports: { readonly [room: string]: readonly string[] } = {
  lib: [],
  config: ['lib'],
  http: ['lib', 'config'],
  outbox: ['lib', 'config'],
  pages: ['lib', 'config', 'http'],
  mail: ['lib', 'config', 'outbox'],
  retention: ['lib', 'config', 'outbox', 'mail'],
  intake: ['lib', 'config', 'http', 'pages', 'outbox'],
  operations: ['lib', 'config', 'http', 'pages', 'outbox', 'mail', 'retention', 'intake'],
};
const rooms = Object.keys(roomImports);
const roomTargets = [...rooms.map((room) => `${room}/used.ts`), 'app.ts', 'main.ts', 'services.ts'];

/** A file of each room, and one of a folder at each depth in it, for each import from outside the room. */
const roomFiles = rooms.flatMap((room) =>
  ['', 'folder/', 'folder/folder/'].flatMap((folder) =>
    roomTargets
      .filter((target) => !target.startsWith(`${room}/`))
      .map((target) => ({
        file: `server/${room}/${folder}${target.replace('/', '-')}`,
        text: use(`${'../'.repeat(folder.split('/').length)}${target}`),
        isAllowed: roomImports[room]?.includes(path.dirname(target)),
      })),
  ),
);

/** Files that break a rule of biome.json: path, text, rule. */
const violations = [
  ...roomFiles.filter(({ isAllowed }) => !isAllowed).map(({ file, text }) => [file, text, imports] as const),
  ['shared/react.ts', use('react'), imports],
  ['shared/node.ts', use('node:fs'), imports],
  ['shared/client.ts', use('../client/store.ts'), imports],
  ['client/node.ts', use('node:fs'), imports],
  ['client/server.ts', use('../server/app.ts'), imports],
  ['client/express.ts', use('express'), imports],
  ['client/newFolder/listed.ts', use('../ui/Button.tsx'), imports],
  ['client/ui/submission.ts', use('../submission/submit.ts'), imports],
  ['client/ui/root.ts', use('../store.ts'), imports],
  ['client/ui/content.ts', use('../content/Card.tsx'), imports],
  ['client/content/feature.ts', use('../contact/ContactForm.tsx'), imports],
  ['client/early/ui.ts', use('../ui/media.ts'), imports],
  ['client/early/store.ts', use('../store.ts'), imports],
  ['client/early/react.ts', use('react'), imports],
  ['client/captcha/submission.ts', use('../submission/submit.ts'), imports],
  ['client/events/slice.ts', use('../toasts/toastsSlice.ts'), imports],
  ['client/submission/feature.ts', use('../contact/ContactForm.tsx'), imports],
  ['client/contact/page.ts', use('../pages/HomePage.tsx'), imports],
  ['client/contact/app.ts', use('../App.tsx'), imports],
  ['client/contact/type.ts', "export type { Toast } from '../toasts/toastsSlice.ts';\n", imports],
  ['client/contact/lazy.ts', "export const load = () => import('../toasts/toastsSlice.ts');\n", imports],
  ['client/pages/app.ts', use('../routes.ts'), imports],
  ['server/client.ts', use('../client/store.ts'), imports],
  ['server/newRoom/listed.ts', use('../lib/inTime.ts'), imports],
  ['server/outbox/client.ts', use('../../client/store.ts'), imports],
  ['server/pages/test.ts', use('../../test/helpers/site.ts'), imports],
  ['test/http/faults.ts', use('../faults/ledger.ts'), imports],
  ['server/cycle.ts', "import { b } from './cycleBack.ts';\nexport const a = () => b;\n", 'noImportCycles'],
  ['server/cycleBack.ts', "import { a } from './cycle.ts';\nexport const b = () => a;\n", 'noImportCycles'],
  ['server/undeclared.ts', use('lodash'), 'noUndeclaredDependencies'],
  ['server/config/environment.ts', 'console.log(process.env.PORT);\n', 'noProcessEnv'],
] as const;

const allowed = [
  ...roomFiles.filter(({ isAllowed }) => isAllowed).map(({ file, text }) => [file, text] as const),
  ['shared/services/allowed.ts', use('yup')],
  ['shared/legal/texts/allowed.ts', use('../../company.ts')],
  ['client/ui/allowed.ts', use('../../shared/paths.ts')],
  ['client/ui/early.ts', use('../early/showModal.ts')],
  ['client/content/allowed.ts', use('../ui/media.ts')],
  ['client/submission/captcha.ts', use('../captcha/retries.ts')],
  ['client/submission/allowed.ts', use('../ui/Field.tsx')],
  ['client/contact/allowed.ts', use('../submission/submissionSlice.ts')],
  ['client/contact/feature.ts', use('../toasts/Toasts.tsx')],
  ['client/pages/allowed.ts', use('../contact/ContactForm.tsx')],
  ['server/main.ts', use('./services.ts')],
  ['server/pages/shared.ts', use('../../shared/pages/contact.ts')],
  ['server/pages/allowed.ts', use('../../client/App.tsx')],
  ['server/config/configure.ts', 'console.log(process.env.PORT);\n'],
] as const;

type Report = {
  readonly diagnostics: readonly { readonly category: string; readonly location: { readonly path: string } }[];
};

/** The rules that each file breaks. */
const broken: { [file: string]: Set<string> } = {};

beforeAll(() => {
  for (const name of ['biome.json', 'package.json', '.gitignore'])
    copyFileSync(path.join(root, name), path.join(folder, name));
  for (const [name, text] of [...violations, ...allowed]) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  for (const { category, location } of (JSON.parse(stdout) as Report).diagnostics) {
    broken[location.path] ??= new Set();
    broken[location.path]?.add(path.basename(category));
  }
});

test.each(violations)('the linter refuses %s', (file, _text, rule) => {
  expect([...(broken[file] ?? [])]).toEqual([rule]);
});

test.each(allowed)('the linter allows %s', (file, _text) => {
  expect(broken[file]).toBeUndefined();
});

test('the lock file has an entry for each optional package, without which npm ci refuses it: npm run lock adds them', () => {
  expect([...missingEntries(JSON.parse(readFileSync(lockFile, 'utf8'))).keys()]).toEqual([]);
});
