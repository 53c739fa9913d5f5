// What systemd, the proxies and Prometheus do for the site, which `npm run test:all` runs, and what prepares a start of the site.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { lockFile, missingEntries } from '../../scripts/completeLock.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

const textOf = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../../deploy', file), 'utf8');

// After `||` comes the next line. A line that stands several times is written as often.
test.each([
  // Without its volume the server would begin an empty database under the mount point. 78: only a person can mend the configuration.
  [
    'website.service',
    'RequiresMountsFor=/srv/website/data||Requires=website.socket||User=website||WorkingDirectory=/srv/website/current||Environment=NODE_ENV=production||ExecStart=/srv/website/current/deploy/start.sh||Restart=always||RestartPreventExitStatus=78||StartLimitIntervalSec=0||KillMode=mixed||UMask=0077||ReadWritePaths=/srv/website/data||NoNewPrivileges=true||ProtectSystem=strict||MemoryMax=400M||OOMPolicy=continue',
  ],
  ['website.socket', 'ListenStream=127.0.0.1:3000||WantedBy=sockets.target'],
  [
    'website-backup.service',
    'User=website||UMask=0077||ExecStart=/srv/website/current/node_modules/.bin/node dist/server/submissions.cjs backup||ReadWritePaths=/srv/website/data /srv/website/backups',
  ],
  ['website-backup.timer', 'OnCalendar=*-*-* 03:30||Persistent=true||WantedBy=timers.target'],
  // A post without a key may be stored twice if it is sent twice. No log has addresses or searches of visitors.
  [
    'nginx.conf',
    'server 127.0.0.1:3000 max_fails=0;||server 127.0.0.1:3000 max_fails=0;||server 127.0.0.1:3000 max_fails=0;||default website_once;||"~^(GET|HEAD):" website_twice;||"~^POST:[^:]+:" website_twice;||"~^POST::application/x-www-form-urlencoded" website_twice;||proxy_next_upstream error non_idempotent;||proxy_set_header Host $host;||proxy_set_header X-Forwarded-For $remote_addr;||proxy_set_header Cookie "";||access_log off;||access_log off;||access_log off;||error_log /var/log/nginx/error.log crit;||error_log /var/log/nginx/error.log crit;||error_log /var/log/nginx/error.log crit;||client_max_body_size 1m;||ssl_protocols TLSv1.2 TLSv1.3;||ssl_protocols TLSv1.2 TLSv1.3;',
  ],
  [
    'Caddyfile',
    'reverse_proxy 127.0.0.1:3000 {||header_up -Cookie||lb_try_duration 5s||keepalive off||compression off||read_body 30s',
  ],
  [
    'prometheus-rules.yml',
    'expr: up{job="website"} == 0||expr: website_submissions{state="failed"} > 0||expr: website_submission_oldest_pending_age_seconds > 15 * 60||expr: website_alarm_active{alarm=~"store|disk|backup|mail-configuration|not-arrived|certificate"} == 1',
  ],
])('deploy/%s has what the site relies on', (file, lines) => {
  const found = textOf(file)
    .split('\n')
    .map((line) => line.trim());
  const wanted = lines.split('||');
  expect(found.filter((line) => wanted.includes(line)).sort()).toEqual(wanted.sort());
});

test('a start installs packages and builds only if something has changed, and again after a build that failed', () => {
  const cwd = directoryUntilEnd();
  const script = path.resolve(import.meta.dirname, '../../scripts/prepare.mjs');
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    writeFileSync(path.join(cwd, name), text, { mode: 0o755 });
  };
  const packages = ['package.json', 'package-lock.json'];
  const folders = ['client', 'scripts', 'server', 'shared', 'static'].map((name) => `${name}/deep/file.ts`);
  const sources = ['webpack.config.ts', 'tsconfig.json', ...folders];
  for (const name of [...packages, ...sources]) write(name, 'old');
  write('bin/npm', '#!/bin/sh\necho "$*" >>calls');
  const node = (exitCode: number) =>
    write('node_modules/.bin/node', `#!/bin/sh\necho "$*" >>calls; mkdir -p dist; exit ${exitCode}`);
  const prepare = () => {
    write('calls', '');
    const env = { PATH: `${cwd}/bin:${process.env.PATH}` };
    const { status } = spawnSync(process.execPath, [script, 'build'], { cwd, env });
    return [status, readFileSync(path.join(cwd, 'calls'), 'utf8').trim()];
  };
  const [install, build] = ['ci --include=dev --loglevel=error', 'scripts/build.ts'];
  node(0);
  expect(prepare()).toEqual([0, `${install}\n${build}`]);
  expect(prepare()).toEqual([0, '']);
  for (const name of [...packages, ...sources]) {
    write(name, 'new');
    expect([name, ...prepare()]).toEqual([name, 0, packages.includes(name) ? `${install}\n${build}` : build]);
  }
  write('client/deep/file.ts', 'faulty');
  node(1);
  for (const _time of ['first', 'second']) expect(prepare()).toEqual([1, build]);
  // What the build that failed has left in dist is not taken for the build of the sources before.
  write('client/deep/file.ts', 'new');
  node(0);
  expect(prepare()).toEqual([0, build]);
});

test('the lock file has an entry for each optional package, without which npm ci refuses it: npm run lock adds them', () => {
  expect([...missingEntries(JSON.parse(readFileSync(lockFile, 'utf8'))).keys()]).toEqual([]);
});
