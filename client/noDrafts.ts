/**
 * Stands in for immer in the browser's build (webpack.config.ts). The slices' states are read-only and their reducers
 * return new ones, so drafts would be 4.6 KB of a first visit's script for nothing. Redux Toolkit calls a reducer
 * plainly where a state cannot be drafted: https://redux-toolkit.js.org/api/createReducer
 */
export function isDraft(): boolean {
  return false;
}
export const isDraftable = isDraft;
export function freeze<Value>(value: Value): Value {
  return value;
}
export const current = freeze;
export const original = freeze;
export function produce<State>(state: State, recipe: (state: State) => State): State {
  return recipe(state);
}
