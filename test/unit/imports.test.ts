import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { lockFile, missingEntries } from '../../scripts/completeLock.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** What each room of server/ imports of the others. */
const roomImports: { readonly [room: string]: readonly string[] } = {
  lib: [],
  config: ['lib'],
  http: ['lib', 'config'],
  outbox: ['lib', 'config'],
  pages: ['lib', 'config', 'http'],
  mail: ['lib', 'config', 'outbox'],
  intake: ['lib', 'config', 'http', 'pages', 'outbox'],
  operations: ['lib', 'config', 'http', 'pages', 'outbox', 'mail', 'intake'],
};
const rooms = Object.keys(roomImports);
/** An import of each room, and of the files above the rooms, by a file in a folder of each other room. */
const betweenRooms = rooms.flatMap((room) =>
  [...rooms, 'app', 'main', 'services']
    .filter((other) => other !== room)
    .map((other) => ({
      file: `server/${room}/folder/${other}.ts`,
      target: rooms.includes(other) ? `../../${other}/used.ts` : `../../${other}.ts`,
      isAllowed: roomImports[room]?.includes(other),
    })),
);

/** By file, what it imports. */
type Imports = { readonly [file: string]: string };
function importsOf(isAllowed: boolean): Imports {
  return Object.fromEntries(
    betweenRooms.filter((each) => Boolean(each.isAllowed) === isAllowed).map(({ file, target }) => [file, target]),
  );
}

const refused: Imports = {
  ...importsOf(false),
  'shared/react.ts': 'react',
  'shared/node.ts': 'node:fs',
  'shared/client.ts': '../client/store.ts',
  'client/node.ts': 'node:fs',
  'client/server.ts': '../server/app.ts',
  'client/newFolder/listed.ts': '../ui/Button.tsx',
  'client/ui/submission.ts': '../submission/submit.ts',
  'client/content/feature.ts': '../contact/ContactForm.tsx',
  'client/early/ui.ts': '../ui/media.ts',
  'client/early/react.ts': 'react',
  'client/captcha/submission.ts': '../submission/submit.ts',
  'client/events/slice.ts': '../toasts/toastsSlice.ts',
  'client/submission/feature.ts': '../contact/ContactForm.tsx',
  'client/contact/page.ts': '../pages/HomePage.tsx',
  'client/contact/app.ts': '../App.tsx',
  'client/pages/app.ts': '../routes.ts',
  'server/client.ts': '../client/store.ts',
  'server/newRoom/listed.ts': '../lib/inTime.ts',
  'server/pages/test.ts': '../../test/helpers/site.ts',
  'test/http/faults.ts': '../faults/ledger.ts',
};

const allowed: Imports = {
  ...importsOf(true),
  'shared/services/allowed.ts': 'yup',
  'client/ui/early.ts': '../early/showModal.ts',
  'client/content/allowed.ts': '../ui/media.ts',
  'client/submission/captcha.ts': '../captcha/retries.ts',
  'client/contact/allowed.ts': '../submission/submissionSlice.ts',
  'client/contact/feature.ts': '../toasts/Toasts.tsx',
  'client/pages/allowed.ts': '../contact/ContactForm.tsx',
  'server/main.ts': './services.ts',
  'server/pages/shared.ts': '../../shared/pages/contact.ts',
  'server/pages/allowed.ts': '../../client/App.tsx',
};

/** The files that biome.json refuses for their imports. */
function refusedFiles(files: Imports): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'imports-'));
  for (const name of ['biome.json', 'package.json', '.gitignore'])
    copyFileSync(path.join(root, name), path.join(folder, name));
  for (const [name, target] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), `import { used } from '${target}';\nconsole.log(used);\n`);
  }
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const parameters = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(process.execPath, [biome, ...parameters], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { readonly location: { path: string } }[] };
  return [...new Set(diagnostics.map(({ location }) => location.path))].sort();
}

test('the linter refuses each import against the direction of the rooms, and no other', () => {
  expect(refusedFiles({ ...refused, ...allowed })).toEqual(Object.keys(refused).sort());
});

test('the lock file has an entry for each optional package, without which npm ci refuses it: npm run lock adds them', () => {
  expect([...missingEntries(JSON.parse(readFileSync(lockFile, 'utf8'))).keys()]).toEqual([]);
});
