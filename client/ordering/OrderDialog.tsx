import { css } from '@emotion/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type HostingFamily, type Plan, shownPrice } from '../../shared/hosting/family.ts';
import { messages } from '../../shared/messages.ts';
import { composeOrderMessage, prefilledMessage } from '../../shared/orderMessage.ts';
import { endpoints } from '../../shared/paths.ts';
import type { FieldErrors } from '../../shared/submission.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { CollectionNotice } from '../submission/CollectionNotice.tsx';
import { DraftField } from '../submission/DraftField.tsx';
import { FallbackContacts } from '../submission/FallbackContacts.tsx';
import { preloadRules, type Texts, typedIn } from '../submission/form.ts';
import { HoneypotField } from '../submission/HoneypotField.tsx';
import { orderDraft } from '../submission/orderDrafts.ts';
import { type SilentProof, startSilentProof } from '../submission/silentProof.ts';
import { idle } from '../submission/submissionSlice.ts';
import { submitOrder } from '../submission/submitOrder.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, dialogCloseForm } from '../ui/Dialog.tsx';
import { useFocusBack } from '../ui/useFocusBack.ts';
import type { OrderDialogProps } from './OrderDialogLoader.tsx';

const formStyle = css({ display: 'grid', gap: '1rem' });
const summary = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: '0 1rem',
  padding: '0.75rem 1rem',
  background: 'var(--surface-2)',
  border: '1px solid var(--line)',
  borderRadius: '0.625rem',
  '& strong': { font: '700 1.25rem/1.4 var(--display)', fontVariantNumeric: 'tabular-nums' },
  '& small': { fontSize: '0.875rem', color: 'var(--muted)', fontFamily: 'system-ui, sans-serif', fontWeight: 400 },
});
const buttons = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '0.75rem',
  '& button': { flex: '1 1 9rem' },
});

/** The order's text for the mail and chat links. */
function textOf(family: HostingFamily, plan: Plan, { message = '', ...details }: Texts) {
  return [...Object.values(details).filter(Boolean), '', composeOrderMessage(family, plan, message)].join('\n');
}

export function OrderDialog({ family, plan, onClose }: OrderDialogProps) {
  const dispatch = useAppDispatch();
  const { values, errors: serverErrors, failed } = useAppSelector((state) => state.ordering);
  const { submitting } = useAppSelector((state) => state.submission[plan.id] ?? idle);
  const form = useRef<HTMLFormElement>(null);
  const proof = useRef<SilentProof>(null);
  const [errors, setErrors] = useState<FieldErrors>(serverErrors);
  const [typed, setTyped] = useState<Texts>(values);
  const [focusError, setFocusError] = useState(false);
  useFocusBack(submitting);

  useEffect(() => {
    if (form.current) setTyped(typedIn(form.current));
    preloadRules();
    const started = startSilentProof();
    proof.current = started;
    return started.stop;
  }, []);

  useEffect(() => {
    if (!focusError) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    setFocusError(false);
  }, [focusError]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = typedIn(event.target as HTMLFormElement);
    setTyped(given);
    const token = () => proof.current?.token() ?? Promise.resolve(undefined);
    const action = await dispatch(submitOrder({ form: plan.id, family, plan, typed: given, token }));
    if (submitOrder.fulfilled.match(action) || action.meta.condition) return;
    const { status, errors: refused } = action.payload ?? {};
    if (status !== undefined) proof.current?.spend();
    setErrors(refused ?? {});
    setFocusError(refused !== undefined);
  };

  const noteTyped = () => {
    if (failed && form.current) setTyped(typedIn(form.current));
  };

  const field = (name: string) => ({
    name,
    draft: orderDraft(name, plan.id),
    defaultValue: values[name],
    error: errors[name],
    readOnly: submitting,
  });

  return (
    <Dialog
      title={`Order ${plan.name}`}
      description="Fill in your details and we'll get back to you shortly to complete your order."
      isBusy={submitting}
      onClose={onClose}
      opener={`#plan-${plan.id} button`}
    >
      <form
        css={formStyle}
        ref={form}
        method="post"
        action={endpoints.submissions}
        noValidate
        onSubmit={submit}
        onInput={noteTyped}
      >
        <input type="hidden" name="plan" value={plan.id} />
        <HoneypotField />
        <p css={summary}>
          <span>{plan.name}</span>
          <strong>
            {shownPrice(family, plan)}
            {family.showsPrices ? <small> /month</small> : null}
          </strong>
        </p>
        <DraftField label="Full Name *" autoComplete="name" aria-required {...field('name')} />
        <DraftField label="Email Address *" type="email" autoComplete="email" aria-required {...field('email')} />
        <DraftField label="Phone Number *" type="tel" autoComplete="tel" aria-required {...field('phone')} />
        <DraftField label="Company (Optional)" autoComplete="organization" {...field('company')} />
        <DraftField
          label="Additional Requirements (Optional)"
          multiline
          rows={4}
          {...field('message')}
          defaultValue={values.message ?? prefilledMessage(family, plan)}
        />
        {failed ? (
          <FallbackContacts
            failure={messages.orderFailed.description}
            subject={`Order ${plan.name}`}
            text={textOf(family, plan, typed)}
          />
        ) : null}
        <CollectionNotice />
        <div css={buttons}>
          {/* Submits the dialog's close form: Enter still submits the order, and Cancel works before hydration. */}
          <Button variant="outline" type="submit" form={dialogCloseForm} disabled={submitting}>
            Cancel
          </Button>
          <Button type="submit" disabled={submitting} busy={submitting}>
            {submitting ? 'Submitting...' : 'Submit Order'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
