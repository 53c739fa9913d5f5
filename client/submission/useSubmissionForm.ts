import { useEffect, useRef, useState } from 'react';
import { endpoints } from '../../shared/paths.ts';
import { type Texts, typedIn } from '../early/drafts.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { contactForm, idle, submitForm } from './submissionSlice.ts';
import type { Addition } from './submit.ts';

export type SubmissionForm = ReturnType<typeof useSubmissionForm>;

/** What all forms share. `name`: `contact`, or a plan's id. `hasOtherTrouble`: shows other ways, though no sending failed. */
export function useSubmissionForm(name: string, hasOtherTrouble = false) {
  const dispatch = useAppDispatch();
  const status = useAppSelector((state) => state.submission[name] ?? idle);
  const [firstStatus] = useState(status);
  // The contact form of a new page does not show the trouble of the page before.
  const { errors, failed } = name === contactForm && status === firstStatus ? idle : status;
  const { submitting, stored, values } = status;
  const element = useRef<HTMLFormElement>(null);
  const isTroubled = failed || hasOtherTrouble;
  /** The typed texts for the other ways to reach the company. Not kept while these ways are hidden. */
  const [typed, setTyped] = useState<Texts>(values);

  const typedNow = () => (element.current ? typedIn(element.current) : {});
  /** Call this when the visitor has changed a field. */
  const onTyped = () => {
    if (isTroubled) setTyped(typedNow());
  };

  // Synchronises the document's focus: each failed sending moves the focus to the first field at fault, and the result of a plain
  // post does not. The field comes to the middle of the screen: away from toasts, and with room for its message.
  const shownErrors = useRef(errors);
  useEffect(() => {
    if (errors === shownErrors.current) return;
    shownErrors.current = errors;
    const field = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [errors]);

  // Synchronises with the fields, which alone have the texts. React mounts the fields again when a submission is stored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stored` changes when the fields are new
  useEffect(onTyped, [isTroubled, stored]);

  return {
    ...{ element, isTroubled, submitting, stored, failed, values, typed, onTyped },
    kind: name === contactForm ? ('message' as const) : ('order' as const),
    send: (addition: Addition) => dispatch(submitForm({ form: name, typed: typedNow(), ...addition })),
    /** Before hydration, a browser may send the form itself. With the default method GET, it would put the texts into the URL. */
    attributes: { ref: element, 'data-drafts': name, method: 'post', action: endpoints.submissions },
    field: (field: string) => ({ name: field, form: name, defaultValue: values[field], errors, readOnly: submitting }),
  };
}
