import { css } from '@emotion/react';
import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';
import { messageSteps, messages } from '../../shared/messages.ts';
import { contactTexts, messageAbout } from '../../shared/pages/contact.ts';
import { contactFormId, endpoints } from '../../shared/paths.ts';
import { CaptchaPlace } from '../captcha/CaptchaPlace.tsx';
import { card } from '../content/cards.ts';
import { Section } from '../content/Section.tsx';
import { draftName } from '../early/drafts.ts';
import { toastRaised } from '../events/events.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { CollectionNotice } from '../submission/CollectionNotice.tsx';
import { DraftField, fieldPair, focusFirstFault, type Texts, typedIn } from '../submission/DraftField.tsx';
import { FallbackContacts } from '../submission/FallbackContacts.tsx';
import { Reference } from '../submission/Reference.tsx';
import { StillSending } from '../submission/StillSending.tsx';
import { StoredResult } from '../submission/StoredResult.tsx';
import { contactForm, formSubmission, idle, submitForm } from '../submission/submissionSlice.ts';
import { Button } from '../ui/Button.tsx';
import { isComposing } from '../ui/isComposing.ts';
import { media } from '../ui/styles.ts';
import { useHydrated } from '../ui/useHydrated.ts';

const fields = css({ display: 'grid', gap: '1rem' });
const formStyle = css({ display: 'grid', gap: '1rem', maxWidth: '48rem' });
const sendButton = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0.75rem 1rem',
  '& button': { flexGrow: 1, [media.small]: { flexGrow: 0 } },
});
const result = css({ maxWidth: '48rem' });

/** The id of the heading that says that a message is stored. */
const resultId = 'message-result';

const messageDraft = draftName(contactForm, 'message');

/** The typed texts as one text, for the mail and chat links. */
function textOf({ message = '', ...details }: Texts) {
  return [...Object.values(details).filter(Boolean), '', message].join('\n');
}

/** The consultation form. The captcha appears at the first interaction. The form is sent only with the captcha's token. */
export function ContactForm() {
  const dispatch = useAppDispatch();
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const firstMessage = messageAbout(search);
  const status = useAppSelector((state) => state.submission[contactForm] ?? idle);
  const { submitting, stored } = status;
  const reference = stored.at(-1)?.reference;
  const navigation = useNavigationType();
  /** The form's status when the page opened. Errors in this status belong to an earlier visit, so the form hides them. */
  const [firstStatus] = useState(() => {
    // If the draft is empty from an earlier visit, forget the draft, so that the field shows the initial message of this visit.
    if (navigation === NavigationType.Push && drafts.read(messageDraft) === '') drafts.forget(messageDraft);
    return status;
  });
  const { errors, failed } = status === firstStatus ? idle : status;
  /** How many messages were stored when the visitor began to write the current message. */
  const [storedBefore, setStoredBefore] = useState(firstStatus.stored.length);
  const isSent = stored.length > storedBefore;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Texts>({});
  const [token, setToken] = useState<string | null>(null);
  const [captchaRound, setCaptchaRound] = useState(0);
  const [trouble, setTrouble] = useState(false);
  const [isStarted, setStarted] = useState(false);

  const typedNow = () => (form.current ? typedIn(form.current) : {});

  useEffect(() => {
    if (form.current) setTyped(typedIn(form.current));
    if (form.current?.contains(document.activeElement)) setStarted(true);
  }, []);

  // Do not keep an unchanged initial message as a draft: a later visit about another service has another initial message.
  useEffect(() => {
    // The effect may run after the next input. Then `typed` is older than the field, whose draft is needed.
    const isUnchanged = typed.message === (firstMessage ?? '');
    if (isUnchanged && form.current && typedIn(form.current).message === typed.message) drafts.forget(messageDraft);
  }, [typed, firstMessage]);

  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirstFault(form.current);
  }, [errors]);

  // When the message is stored, the form is hidden. If the form had the focus, the result gets the focus.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isSent && (activeElement === document.body || form.current?.contains(activeElement)))
      document.getElementById(resultId)?.focus();
  }, [isSent]);

  const writeAnother = () => {
    flushSync(() => setStoredBefore(stored.length));
    form.current?.querySelector('input')?.focus();
  };

  const onTrouble = useCallback(() => setTrouble(true), []);

  const onToken = useCallback((given: string | null) => {
    setToken(given);
    if (given) setTrouble(false);
  }, []);

  const start = () => {
    if (isStarted) return;
    setStarted(true);
    formSubmission.preload().catch(() => {});
  };

  const resetCaptcha = () => {
    setToken(null);
    setCaptchaRound((round) => round + 1);
    // Without a token, the submit button is disabled and loses the focus. So the form gets the focus.
    if (document.activeElement === document.body || form.current?.contains(document.activeElement))
      form.current?.focus({ preventScroll: true });
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submitting) return;
    if (!token) {
      dispatch(toastRaised(messages.captchaRequired, contactForm));
      return;
    }
    const action = await dispatch(submitForm({ form: contactForm, typed: typedNow(), token }));
    const isStored = submitForm.fulfilled.match(action);
    if (isStored) setTyped({});
    if (isStored || action.payload?.isTokenRefused) resetCaptcha();
  };

  // While the submit button is disabled, browsers ignore Enter. This toast says why: the captcha is not solved.
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent) || token || submitting) return;
    if (!(event.target instanceof HTMLInputElement) || event.target.type === 'checkbox') return;
    event.preventDefault();
    dispatch(toastRaised(messages.captchaRequired, contactForm));
  };

  const field = (name: string) => ({ name, form: contactForm, errors, readOnly: submitting });

  return (
    <>
      {isSent ? (
        <StoredResult
          css={[card, result]}
          id={resultId}
          heading="h3"
          message={messages.messageSent}
          next={messageSteps}
          actions={
            <Button variant="outline" onClick={writeAnother}>
              Write Another Message
            </Button>
          }
        >
          {reference ? <Reference reference={reference} /> : null}
        </StoredResult>
      ) : null}
      <form
        css={formStyle}
        ref={form}
        hidden={isSent}
        aria-label={contactTexts.sectionTitle}
        data-drafts={contactForm}
        tabIndex={-1}
        // Before hydration, a browser may send the form itself. With the default method GET, it would put the texts into the URL.
        method="post"
        action={endpoints.submissions}
        noValidate={hydrated}
        onSubmit={submit}
        onInput={() => setTyped(typedNow())}
        onKeyDown={onKeyDown}
        onFocus={start}
        onPointerEnter={start}
        onPointerDown={start}
      >
        <div css={fields} key={`fields-${stored.length}`}>
          <div css={fieldPair}>
            <DraftField label="Name *" autoComplete="name" required {...field('name')} />
            <DraftField label="Email *" type="email" autoComplete="email" required {...field('email')} />
          </div>
          <div css={fieldPair}>
            <DraftField label="Company" autoComplete="organization" {...field('company')} />
            <DraftField label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
          </div>
          <DraftField
            label="Message *"
            rows={6}
            required
            {...field('message')}
            defaultValue={stored.length === firstStatus.stored.length ? firstMessage : undefined}
          />
        </div>
        <CaptchaPlace key={`captcha-${captchaRound}`} isStarted={isStarted} onToken={onToken} onTrouble={onTrouble} />
        {failed || trouble ? (
          <FallbackContacts
            failure={failed ? messages.messageFailed.description : undefined}
            button="Send Message"
            subject={contactTexts.sectionTitle}
            text={textOf(typed)}
          />
        ) : null}
        <CollectionNotice />
        <div css={sendButton}>
          <Button type="submit" size="lg" disabled={submitting || !token} busy={submitting}>
            Send Message
          </Button>
          {submitting ? <StillSending kind="message" /> : null}
        </div>
      </form>
    </>
  );
}

/** The section with the consultation form, on the home and the contact page. */
export function ConsultationSection({ children }: { readonly children: ReactNode }) {
  return (
    <Section title={contactTexts.sectionTitle} lead={contactTexts.sectionLead} id={contactFormId} isRaised isSplit>
      {children}
    </Section>
  );
}
