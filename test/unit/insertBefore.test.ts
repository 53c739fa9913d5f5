import { expect, test } from '@jest/globals';
import { insertBefore } from '../../server/pages/insertBefore.ts';

test('a text is inserted before the tag as it is', () => {
  expect(insertBefore('<head></head><body>', '</head>', '<style>$&</style>')).toBe(
    '<head><style>$&</style></head><body>',
  );
});

test.each(['<body>', '<head></head></head>'])('without exactly one place in %s nothing is inserted', (html) => {
  expect(() => insertBefore(html, '</head>', '<style></style>')).toThrow('</head> occurs');
});
