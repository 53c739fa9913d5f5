import {
  type DraftElement,
  defaultTextOf,
  draftFieldsIn,
  draftName,
  draftNameOf,
  isDraftField,
  onDraftInput,
  removeStoredDrafts,
  showDrafts,
  storeDraft,
  storedDraft,
} from './draftStorage.ts';
import { watchPlainPosts } from './plainPost.ts';

/**
 * The drafts of this document, also if the storage is full or blocked. One listener keeps the input of all fields with a
 * draft. A field that mounts again (after hydration, a navigation, a reload or an error) starts with its draft.
 */
const drafts = new Map<string, string>();

/** The default values from the server, which hydration replaces by drafts. */
const serverDefaults = new WeakMap<DraftElement, string>();

function serverDefaultOf(field: DraftElement): string {
  return serverDefaults.get(field) ?? defaultTextOf(field);
}

/** Keeps a draft and replaces an earlier one of the same name. */
export function keepDraft(name: string, text: string): void {
  drafts.set(name, text);
  storeDraft(name, text);
}

/** The draft of this name; null or undefined if there is none (`storedDraft`). */
export function draftOf(name: string): string | null | undefined {
  return drafts.get(name) ?? storedDraft(name);
}

/** Deletes the draft of this name. */
export function forgetDraft(name: string): void {
  drafts.delete(name);
  storeDraft(name);
}

/** Deletes a form's drafts, after the form is sent. */
export function forgetDrafts(form: string): void {
  for (const name of drafts.keys()) if (name.startsWith(draftName(form, ''))) drafts.delete(name);
  removeStoredDrafts(form);
}

/** Keeps what the fields hold and no draft says: a program has filled them in without an event. */
function keepTexts(): void {
  for (const field of draftFieldsIn(document)) {
    const name = draftNameOf(field);
    if (field.value !== (draftOf(name) ?? serverDefaultOf(field))) keepDraft(name, field.value);
  }
}

/** From now on, keeps all input in memory too. The head script stores it; the start script has shown the drafts. */
export function watchDrafts(): void {
  for (const field of draftFieldsIn(document)) serverDefaults.set(field, defaultTextOf(field));
  keepTexts();
  onDraftInput((name, text) => drafts.set(name, text));
  watchPlainPosts(draftOf, keepDraft);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // Other documents of this tab may have stored newer drafts, or sent them.
    drafts.clear();
    showDrafts(true, serverDefaultOf);
    keepTexts();
  });
  // A keyboard or a turned phone leaves less room: what is typed in stays in sight.
  addEventListener('resize', () => {
    if (isDraftField(document.activeElement)) document.activeElement.scrollIntoView({ block: 'nearest' });
  });
}
