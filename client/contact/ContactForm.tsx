import { css } from '@emotion/react';
import { type KeyboardEvent, type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { messages, validationFailed } from '../../shared/messages.ts';
import { contactTexts } from '../../shared/pages/contact.ts';
import { endpoints } from '../../shared/paths.ts';
import type { FieldErrors } from '../../shared/submission.ts';
import { useAppDispatch, useAppSelector, useHydrated } from '../hooks.ts';
import { CollectionNotice } from '../submission/CollectionNotice.tsx';
import { FallbackContacts } from '../submission/FallbackContacts.tsx';
import { loadRules, typedIn } from '../submission/form.ts';
import { send } from '../submission/send.ts';
import { noticeRaised } from '../toasts/toastsSlice.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { media } from '../ui/media.ts';
import { CaptchaPlace } from './CaptchaPlace.tsx';
import { type Draft, forgetDraft, keepDraft, readDraft } from './draft.ts';

const formStyle = css({ display: 'grid', gap: '1rem', maxWidth: '48rem' });
const pair = css({ display: 'grid', gap: '1rem', [media.small]: { gridTemplateColumns: '1fr 1fr' } });
const sendButton = css({ [media.small]: { justifySelf: 'start' } });

/** The status with which the server refuses a token. */
const refused = 403;

/** The message as a mail or a chat would carry it. */
const textOf = ({ message = '', ...details }: Draft) =>
  [...Object.values(details).filter(Boolean), '', message].join('\n');

/** The consultation form. The captcha comes when the form is reached for; without its token nothing is sent. */
export const ContactForm = () => {
  const dispatch = useAppDispatch();
  const hydrated = useHydrated();
  const { submitting, failed } = useAppSelector((state) => state.submission.message);
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Draft>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [token, setToken] = useState<string | null>(null);
  const [captchaRound, setCaptchaRound] = useState(0);
  const [trouble, setTrouble] = useState(false);
  const [reached, setReached] = useState(false);

  const typedNow = () => (form.current ? typedIn(form.current) : {});

  useEffect(() => {
    // What was typed before the page was live is newer than what an earlier visit left.
    for (const [field, text] of Object.entries(readDraft())) {
      const control = form.current?.elements.namedItem(field);
      if ((control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) && control.value === '')
        control.value = text;
    }
    if (form.current) setTyped(typedIn(form.current));
    if (form.current?.contains(document.activeElement)) setReached(true);
  }, []);

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const onTrouble = useCallback(() => setTrouble(true), []);

  const onToken = useCallback((given: string | null) => {
    setToken(given);
    if (given) setTrouble(false);
  }, []);

  const reach = () => {
    if (reached) return;
    setReached(true);
    // The rules will be wanted on sending; a failure then is the sending's to deal with.
    loadRules().catch(() => {});
  };

  const resetCaptcha = () => {
    setToken(null);
    setCaptchaRound((round) => round + 1);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submitting) return;
    if (!token) {
      dispatch(noticeRaised(messages.captchaRequired));
      return;
    }
    const rules = await loadRules().catch(() => undefined);
    const checked = rules?.check(rules.contactSchema, typedNow());
    setErrors(checked?.errors ?? {});
    setTrouble(!checked);
    if (!checked?.values) {
      dispatch(noticeRaised(checked ? validationFailed(checked.messages) : messages.messageFailed));
      return;
    }
    const { reference, status } = await dispatch(send('message', checked.values, token));
    if (reference !== undefined) {
      form.current?.reset();
      setTyped({});
      forgetDraft();
      resetCaptcha();
    } else if (status === refused) resetCaptcha();
    // The button that was pressed has been disabled, which takes the focus from it.
    if (document.activeElement === document.body) form.current?.focus({ preventScroll: true });
  };

  // A disabled default button swallows Enter, and with it the reason why nothing is sent.
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || token || submitting) return;
    if (!(event.target instanceof HTMLInputElement) || event.target.type === 'checkbox') return;
    event.preventDefault();
    dispatch(noticeRaised(messages.captchaRequired));
  };

  const onInput = () => {
    const now = typedNow();
    setTyped(now);
    keepDraft(now);
  };

  const field = (name: string) => ({ name, error: errors[name], readOnly: submitting });

  return (
    <form
      css={formStyle}
      ref={form}
      aria-label={contactTexts.sectionTitle}
      tabIndex={-1}
      // Never sent this way, but if it were, nothing would stand in an address.
      method="post"
      action={endpoints.submissions}
      noValidate={hydrated}
      onSubmit={submit}
      onInput={onInput}
      onKeyDown={onKeyDown}
      onFocus={reach}
      onPointerEnter={reach}
      onPointerDown={reach}
    >
      <div css={pair}>
        <Field label="Name *" autoComplete="name" required {...field('name')} />
        <Field label="Email *" type="email" autoComplete="email" required {...field('email')} />
      </div>
      <div css={pair}>
        <Field label="Company" autoComplete="organization" {...field('company')} />
        <Field label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
      </div>
      <Field label="Message *" multiline rows={6} required {...field('message')} />
      <CaptchaPlace key={captchaRound} reached={reached} onToken={onToken} onTrouble={onTrouble} />
      {failed || trouble ? <FallbackContacts subject={contactTexts.sectionTitle} text={textOf(typed)} /> : null}
      <CollectionNotice />
      <div css={sendButton}>
        <Button type="submit" size="lg" disabled={submitting || !token} busy={submitting}>
          Send Message
        </Button>
      </div>
    </form>
  );
};
