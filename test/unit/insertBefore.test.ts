import { expect, test } from '@jest/globals';
import { insertBefore } from '../../server/pages/insertBefore.ts';

test('a text is inserted unchanged before the tag', () => {
  expect(insertBefore('<head></head><body>', '</head>', '<style>$&</style>')).toBe(
    '<head><style>$&</style></head><body>',
  );
});

test.each(['<body>', '<head></head></head>'])('without exactly one tag in %s insertBefore throws', (html) => {
  expect(() => insertBefore(html, '</head>', '<style></style>')).toThrow('</head> occurs');
});
