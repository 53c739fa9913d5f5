import { expect, test } from '@jest/globals';
import { openConnection } from '../helpers/network/rawConnection.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

const body = JSON.stringify(contactMessage);
const head = `POST ${submissionsPath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;

test('SIGTERM aborts a request that never ends', async () => {
  const site = await untilEnd(startSite());
  const endless = await openConnection(site.port);
  endless.send(`${head}Expect: 100-continue\r\n\r\n`);
  expect(await endless.next()).toMatchObject({ status: 100 });
  site.signal('SIGTERM');
  expect(await site.ended).toEqual({ exitCode: 0, signal: null });
  expect(await endless.next()).toBeUndefined();
  expect(site.output()).toContain('still under way were cut off');
});
