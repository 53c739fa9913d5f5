import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { startApp } from '../helpers/site/app.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const rules = path.resolve(import.meta.dirname, '../../deploy/prometheus-rules.yml');

withDebianTool('promtool', (promtool) => {
  test('the metrics follow the conventions of Prometheus', async () => {
    const site = await untilEnd(startApp({ METRICS_PORT: '0' }));
    const { url } = await site.waitForLog(({ msg }) => msg === 'metrics are served');
    const text = await (await fetch(String(url))).text();
    // prom-client names these metrics against the conventions, and the server does not rename them.
    const input = text.replace(/^(?:# \w+ )?nodejs_active_\w+_total\b.*\n/gm, '');
    const checked = spawnSync(promtool, ['check', 'metrics'], { input, encoding: 'utf8' });
    expect(checked).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  test('the alert rules are valid', () => {
    const checked = spawnSync(promtool, ['check', 'rules', rules], { encoding: 'utf8' });
    expect(checked).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('SUCCESS') });
  });
});
