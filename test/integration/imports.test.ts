import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { lockFile, missingEntries } from '../../scripts/completeLock.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Files, each with an import that biome.json forbids. Each breaks a different rule. */
const refused = {
  'shared/react.ts': 'react',
  'shared/client.ts': '../client/store.ts',
  'client/node.ts': 'node:fs',
  'client/server.ts': '../server/app.ts',
  'client/newFolder/listed.ts': '../ui/Button.tsx',
  'client/ui/submission.ts': '../submission/submit.ts',
  'client/content/feature.ts': '../contact/ContactForm.tsx',
  'client/early/ui.ts': '../ui/media.ts',
  'client/captcha/submission.ts': '../submission/submit.ts',
  'client/actions/slice.ts': '../toasts/toastsSlice.ts',
  'client/submission/feature.ts': '../contact/ContactForm.tsx',
  'client/contact/page.ts': '../pages/HomePage.tsx',
  'client/pages/app.ts': '../routes.ts',
  'server/client.ts': '../client/store.ts',
  'server/newRoom/listed.ts': '../lib/withTimeout.ts',
  'server/lib/folder/config.ts': '../../config/config.ts',
  'server/config/http.ts': '../http/send.ts',
  'server/http/pages.ts': '../pages/pages.ts',
  'server/outbox/mail.ts': '../mail/mailWorker.ts',
  'server/pages/outbox.ts': '../outbox/store.ts',
  'server/mail/intake.ts': '../intake/acceptPost.ts',
  'server/intake/mail.ts': '../mail/mailWorker.ts',
  'server/operations/app.ts': '../app.ts',
  'server/pages/test.ts': '../../test/helpers/site.ts',
  'test/http/faults.ts': '../faults/ledger.ts',
};

/** The files in which Biome finds a forbidden import. `files`: the import of each file. */
function refusedFiles(files: { readonly [file: string]: string }): readonly string[] {
  const folder = directoryUntilEnd();
  for (const name of ['biome.json', 'package.json', '.gitignore'])
    copyFileSync(path.join(root, name), path.join(folder, name));
  for (const [name, target] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), `import { used } from '${target}';\nconsole.log(used);\n`);
  }
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const parameters = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(process.execPath, [biome, ...parameters], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { readonly location: { path: string } }[] };
  return [...new Set(diagnostics.map(({ location }) => location.path))].sort();
}

test('the linter refuses an import across each boundary of the rooms', () => {
  expect(refusedFiles(refused)).toEqual(Object.keys(refused).sort());
});

test('the lock file has an entry for each optional package, without which npm ci refuses it: npm run lock adds them', () => {
  expect([...missingEntries(JSON.parse(readFileSync(lockFile, 'utf8'))).keys()]).toEqual([]);
});
