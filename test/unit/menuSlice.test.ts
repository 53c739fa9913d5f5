import { beforeEach, expect, test } from '@jest/globals';
import { navigated } from '../../client/events/navigated.ts';
import { menuClosed, menuOpened } from '../../client/layout/menuSlice.ts';
import { type AppStore, makeStore } from '../../client/store.ts';

let store: AppStore;
function open() {
  return store.getState().menu.open;
}
beforeEach(() => {
  store = makeStore();
  store.dispatch(menuOpened('hosting'));
});

test('one menu is open at a time, and closing the other changes nothing', () => {
  store.dispatch(menuOpened('mobile'));
  store.dispatch(menuClosed('hosting'));
  expect(open()).toBe('mobile');
  store.dispatch(menuClosed('mobile'));
  expect(open()).toBeNull();
});

test('a navigation closes the menu', () => {
  store.dispatch(navigated({ isNewPage: true }));
  expect(open()).toBeNull();
});
