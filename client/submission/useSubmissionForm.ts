import { useEffect, useRef, useState } from 'react';
import { endpoints } from '../../shared/paths.ts';
import { type Texts, typedIn } from '../early/drafts.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { idle, submitForm } from './submissionSlice.ts';
import type { Addition } from './submit.ts';

/** Focuses the first field at fault, in the middle of the screen: away from toasts, and with room for its message. */
function focusFirstFault(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

export type SubmissionForm = ReturnType<typeof useSubmissionForm>;

type SubmissionFormOptions = {
  /** Whether to hide the errors that the form already had when the page opened. */
  readonly hidesEarlierTrouble?: boolean;
  /** Whether the visitor needs another way to reach the company although no sending has failed. */
  readonly hasOtherTrouble?: boolean;
};

/** What the contact form and the order forms share. `name`: `contact`, or the plan's id. */
export function useSubmissionForm(
  name: string,
  { hidesEarlierTrouble, hasOtherTrouble = false }: SubmissionFormOptions = {},
) {
  const dispatch = useAppDispatch();
  const status = useAppSelector((state) => state.submission[name] ?? idle);
  const [firstStatus] = useState(status);
  const { errors, failed } = hidesEarlierTrouble && status === firstStatus ? idle : status;
  const { submitting, stored, values } = status;
  const element = useRef<HTMLFormElement>(null);
  const isTroubled = failed || hasOtherTrouble;
  /** The typed texts for the other ways to reach the company. Not kept while these ways are hidden. */
  const [typed, setTyped] = useState<Texts>(values);

  const typedNow = () => (element.current ? typedIn(element.current) : {});

  // Synchronises the document's focus: each failed sending moves the focus, and the result of a plain post does not.
  const shownErrors = useRef(errors);
  useEffect(() => {
    if (errors !== shownErrors.current) focusFirstFault(element.current);
    shownErrors.current = errors;
  }, [errors]);

  // Synchronises with the fields, which alone have the texts. React mounts the fields again when a submission is stored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stored` changes when the fields are new
  useEffect(() => {
    if (isTroubled && element.current) setTyped(typedIn(element.current));
  }, [isTroubled, stored]);

  return {
    element,
    isTroubled,
    submitting,
    stored,
    failed,
    values,
    typed,
    /** Call this when the visitor has changed a field. */
    onTyped: () => {
      if (isTroubled) setTyped(typedNow());
    },
    send: (addition: Addition) => dispatch(submitForm({ form: name, typed: typedNow(), ...addition })),
    /** Before hydration, a browser may send the form itself. With the default method GET, it would put the texts into the URL. */
    attributes: { ref: element, 'data-drafts': name, method: 'post', action: endpoints.submissions },
    field: (field: string) => ({ name: field, form: name, defaultValue: values[field], errors, readOnly: submitting }),
  };
}
