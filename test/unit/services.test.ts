import { expect, test } from '@jest/globals';
import { descriptions } from '../../shared/services/descriptions.ts';
import { services } from '../../shared/services/list.ts';

test('every service has a card with a text of its own', () => {
  expect(Object.keys(descriptions)).toEqual(services.map(({ id }) => id));
  const texts = Object.values(descriptions);
  expect(new Set(texts).size).toBe(services.length);
  for (const text of texts) expect(text).toMatch(/^.{90,150}$/);
});
