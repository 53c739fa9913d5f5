import { expect, test } from '@jest/globals';
import { createResolve } from '../../server/pages/addresses.ts';

const resolve = createResolve('https://chat.example', ['/favicon.svg', '/robots.txt']);
const page = (address: string, isPrerendered: boolean) => ({ kind: 'content', address, isPrerendered });

test.each([
  ['/', page('/', true)],
  ['/about?utm_source=x', page('/about', true)],
  ['/contact?about=cloud-services&x=1', page('/contact?about=cloud-services', true)],
  ['/contact?about=nothing', page('/contact', true)],
  ['/contact?about=pastel-hosting&over=999', page('/contact?about=pastel-hosting&over=999', false)],
  ['/server-hosting?x=1&order=CXN3', page('/server-hosting?order=CXN3', true)],
  ['/server-hosting?order=shared-starter', page('/server-hosting', true)],
  ['/server-hosting?compare=CXN2,CXN2, CXN1&ram=8', page('/server-hosting?ram=8&compare=CXN2,CXN1', false)],
  ['/server-hosting?compare=shared-starter&ram=-8', page('/server-hosting', true)],
  ['/shared-hosting?ram=8&compare=shared-starter', page('/shared-hosting?compare=shared-starter', false)],
  ['/server-hosting?ram=8', page('/server-hosting?ram=8', false)],
  ['/search?q=backup', page('/search?q=backup', false)],
  ['/server-hosting?submitted=7K3M9-QXD2R', { kind: 'result', path: '/server-hosting', reference: '7K3M9-QXD2R' }],
  ['/server-hosting?submitted=nothing', page('/server-hosting', true)],
  ['/about?submitted=7K3M9-QXD2R', page('/about', true)],
  ['/about/?x=1', { kind: 'misspelt', path: '/about' }],
  ['/Server-Hosting?submitted=7K3M9-QXD2R', { kind: 'misspelt', path: '/server-hosting' }],
  ['/robots.txt?x=1', page('/robots.txt', true)],
  ['/about//', { kind: 'other' }],
  ['/%61bout', { kind: 'other' }],
  ['*', { kind: 'other' }],
])('the address %s resolves to %j', (url, resolved) => {
  expect(resolve({ url, headers: { host: 'www.example' } })).toEqual(resolved);
});

test.each(['chat.example', 'CHAT.example:443', 'chat.example.'])("every address on %s is the chat's", (host) => {
  for (const url of ['/', '/chat', '/favicon.svg', '/About/', '/server-hosting?submitted=7K3M9-QXD2R'])
    expect(resolve({ url, headers: { host } })).toEqual({ kind: 'chatHost' });
});

test.each(['localhost', 'chat.example.evil.example', 'evil.chat.example', 'chat.example:x', ''])(
  "the host %j is the site's",
  (host) => expect(resolve({ url: '/about', headers: { host } })).toEqual(page('/about', true)),
);
