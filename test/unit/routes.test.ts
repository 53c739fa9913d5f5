import { expect, test } from '@jest/globals';
import { notFoundRoute, pageRoutes, routeOf } from '../../client/routes.ts';
import { allPagePaths } from '../../server/pages/addresses.ts';

test('every page has a route, and no other path has one', () => {
  expect(pageRoutes.map(({ path }) => path).toSorted()).toEqual(allPagePaths.toSorted());
});

test('an unknown path leads to the not-found page', () => {
  for (const { path } of pageRoutes) expect(routeOf(path)).not.toBe(notFoundRoute);
  expect(routeOf('/services/no-such-service')).toBe(notFoundRoute);
});
