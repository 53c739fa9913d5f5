import { expect, test } from '@jest/globals';
import { makeStore } from '../../client/store.ts';
import { systemThemeChanged, themeChosen } from '../../client/theme/themeSlice.ts';

test('the theme is dark until one is chosen', () => {
  expect(makeStore().getState().theme).toEqual({ choice: 'dark', shown: 'dark' });
});

test("the theme follows the system's only if System is chosen", () => {
  const { dispatch, getState } = makeStore();
  dispatch(themeChosen({ choice: 'system', system: 'light' }));
  expect(getState().theme).toEqual({ choice: 'system', shown: 'light' });
  dispatch(systemThemeChanged('dark'));
  expect(getState().theme.shown).toBe('dark');
  dispatch(themeChosen({ choice: 'light', system: 'dark' }));
  dispatch(systemThemeChanged('dark'));
  expect(getState().theme).toEqual({ choice: 'light', shown: 'light' });
});
