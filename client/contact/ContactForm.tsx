import { css } from '@emotion/react';
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useCallback, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';
import { messages } from '../../shared/messages.ts';
import { contactTexts, messageAbout, subjectOf } from '../../shared/pages/contact.ts';
import { contactFormId } from '../../shared/paths.ts';
import { toastRaised } from '../actions/actions.ts';
import { CaptchaPlace } from '../captcha/CaptchaPlace.tsx';
import { card } from '../content/cards.ts';
import { Section } from '../content/Section.tsx';
import { draftName, typedIn } from '../early/drafts.ts';
import { useAppDispatch } from '../hooks.ts';
import { DraftField, fieldPair } from '../submission/DraftField.tsx';
import { Reference, StoredResult } from '../submission/StoredResult.tsx';
import { SubmissionFooter } from '../submission/SubmissionFooter.tsx';
import { contactForm, formSubmission, submitForm } from '../submission/submissionSlice.ts';
import { type SubmissionForm, useSubmissionForm } from '../submission/useSubmissionForm.ts';
import { Button } from '../ui/Button.tsx';
import { isComposing } from '../ui/isComposing.ts';
import { media } from '../ui/styles.ts';
import { useHydrated } from '../ui/useHydrated.ts';

const formStyle = css({ display: 'grid', gap: '1rem', maxWidth: '48rem' });
const sendButton = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0.75rem 1rem',
  '& button': { flexGrow: 1, [media.small]: { flexGrow: 0 } },
  // The text about a long sending is below the button.
  '& p': { order: 1 },
});
const result = css({ maxWidth: '48rem' });
const resultId = 'message-result';

/** The captcha: whether it has appeared, its token, whether it is in trouble, and which check (`round`) is running. */
function useCaptcha() {
  const [state, setState] = useState({ isStarted: false, token: null as string | null, hasTrouble: false, round: 0 });
  const onToken = useCallback((token: string | null) => {
    setState((before) => ({ ...before, token, hasTrouble: before.hasTrouble && !token }));
  }, []);
  const onTrouble = useCallback(() => setState((before) => ({ ...before, hasTrouble: true })), []);
  /** Shows the captcha, and loads what sends the form. */
  const start = useCallback(() => {
    setState((before) => (before.isStarted ? before : { ...before, isStarted: true }));
    formSubmission.preload().catch(() => {});
  }, []);
  const startAgain = () => setState((before) => ({ ...before, token: null, round: before.round + 1 }));
  return { ...state, onToken, onTrouble, start, startAgain };
}

/** Whether the visitor's message is stored and replaced by its result, and a function that shows the form again. */
function useSentMessage({ element, stored }: SubmissionForm) {
  /** How many messages were stored when the visitor began to write the current message. */
  const [storedBefore, setStoredBefore] = useState(stored.length);
  const isSent = stored.length > storedBefore;
  // Synchronises the document's focus: a stored message hides the form, and the result gets the focus that the form had.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isSent && (activeElement === document.body || element.current?.contains(activeElement)))
      document.getElementById(resultId)?.focus();
  }, [isSent, element]);
  const writeAnother = () => {
    flushSync(() => setStoredBefore(stored.length));
    element.current?.querySelector('input')?.focus();
  };
  return [isSent, writeAnother] as const;
}

function SentMessage({ submission, writeAnother }: { submission: SubmissionForm; writeAnother: () => void }) {
  const { reference, lines } = submission.stored.at(-1) ?? {};
  return (
    <StoredResult
      css={[card, result]}
      id={resultId}
      heading="h3"
      message={messages.messageSent}
      next={contactTexts.next}
      actions={
        <Button variant="outline" onClick={writeAnother}>
          Write Another Message
        </Button>
      }
    >
      {reference ? <Reference reference={reference} /> : null}
      <p>{lines}</p>
    </StoredResult>
  );
}

function Fields({ field, text }: { field: SubmissionForm['field']; text: string | undefined }) {
  const { hint } = contactTexts;
  return (
    <>
      <div css={fieldPair}>
        <DraftField label="Name *" autoComplete="name" required {...field('name')} />
        <DraftField label="Email *" type="email" autoComplete="email" required {...field('email')} />
      </div>
      <div css={fieldPair}>
        <DraftField label="Company" autoComplete="organization" {...field('company')} />
        <DraftField label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
      </div>
      <DraftField label="Message *" hint={hint} rows={6} required {...field('message')} defaultValue={text} />
    </>
  );
}

/** Sends the form, if the captcha is solved. Otherwise, a toast says why not. */
function useSending(submission: SubmissionForm, captcha: ReturnType<typeof useCaptcha>) {
  const dispatch = useAppDispatch();
  const { element, send } = submission;
  const { token } = captcha;
  const askForCaptcha = () => dispatch(toastRaised(messages.captchaRequired, contactForm));

  const resetCaptcha = () => {
    captcha.startAgain();
    // Without a token, the submit button is disabled and loses the focus. So the form gets the focus.
    if (document.activeElement === document.body || element.current?.contains(document.activeElement))
      element.current?.focus({ preventScroll: true });
  };

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!token) {
      askForCaptcha();
      return;
    }
    const action = await send({ token });
    if (submitForm.fulfilled.match(action) || action.payload?.isTokenRefused) resetCaptcha();
  };

  // While the submit button is disabled, browsers ignore Enter. This toast says why: the captcha is not solved.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent) || token) return;
    if (!(event.target instanceof HTMLInputElement) || event.target.type === 'checkbox') return;
    event.preventDefault();
    askForCaptcha();
  };

  return { onSubmit, onKeyDown };
}

/** The consultation form. The captcha appears at the first interaction. The form is sent only with the captcha's token. */
export function ContactForm() {
  const hydrated = useHydrated();
  const captcha = useCaptcha();
  const submission = useSubmissionForm(contactForm, captcha.hasTrouble);
  const { element, stored, onTyped } = submission;
  const { start } = captcha;
  const [storedAtFirst] = useState(stored.length);
  const firstMessage = messageAbout(useSearchParams()[0]);
  const [isSent, writeAnother] = useSentMessage(submission);
  const sending = useSending(submission, captcha);

  // Synchronises with the document's focus: the visitor may have focused a field before hydration.
  useLayoutEffect(() => {
    if (element.current?.contains(document.activeElement)) start();
  }, [element, start]);

  return (
    <>
      {isSent ? <SentMessage submission={submission} writeAnother={writeAnother} /> : null}
      <form
        css={formStyle}
        {...submission.attributes}
        {...sending}
        hidden={isSent}
        aria-label={contactTexts.sectionTitle}
        tabIndex={-1}
        noValidate={hydrated}
        onInput={({ currentTarget }) => {
          onTyped();
          // Keep no draft of an unchanged initial message: a later visit about another service has another initial message.
          if (typedIn(currentTarget).message === firstMessage) drafts.forget(draftName(contactForm, 'message'));
        }}
        onFocus={start}
        onPointerEnter={start}
      >
        <Fields
          key={stored.length}
          field={submission.field}
          text={stored.length === storedAtFirst ? firstMessage : undefined}
        />
        <SubmissionFooter
          submission={submission}
          isDisabled={!captcha.token}
          subject={contactTexts.sectionTitle}
          styles={sendButton}
          check={<CaptchaPlace key={captcha.round} {...captcha} />}
        />
      </form>
    </>
  );
}

export function ConsultationSection({ children }: { readonly children: ReactNode }) {
  const subject = subjectOf(useSearchParams()[0]);
  const lead = contactTexts.sectionLead + (subject ? ` ${contactTexts.covers} ${subject}.` : '');
  return (
    <Section title={contactTexts.sectionTitle} lead={lead} id={contactFormId} isRaised isSplit>
      {children}
    </Section>
  );
}
