import { css } from '@emotion/react';
import { type InputEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type HostingFamily, type Plan, planDetails, shortVatNote, shownPrice } from '../../shared/hosting/family.ts';
import { choiceFields } from '../../shared/hosting/orderChoices.ts';
import { messages, noObligation } from '../../shared/messages.ts';
import { composeOrderMessage, followChoices, prefilledMessage } from '../../shared/orderMessage.ts';
import { endpoints, parameters, planCardId } from '../../shared/paths.ts';
import { orderDialogId } from '../early/orderDialog.ts';
import { timeToAnswer } from '../early/plainPost.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { CollectionNotice } from '../submission/CollectionNotice.tsx';
import { DraftField } from '../submission/DraftField.tsx';
import { FallbackContacts } from '../submission/FallbackContacts.tsx';
import { forbidden, type Texts, typedIn } from '../submission/filledForm.ts';
import { silentProof } from '../submission/formSubmission.ts';
import { HoneypotField } from '../submission/HoneypotField.tsx';
import { StillSending } from '../submission/StillSending.tsx';
import { idle, submitOrder } from '../submission/submissionSlice.ts';
import { Toasts } from '../toasts/Toasts.tsx';
import { Button } from '../ui/Button.tsx';
import { closeFormId, Dialog, dialogActions } from '../ui/Dialog.tsx';
import { fieldPair } from '../ui/Field.tsx';
import { useFocusBack } from '../ui/useFocusBack.ts';
import { showStoredOrder } from './orderDialogs.ts';

const formStyle = css({
  display: 'grid',
  gap: '1rem',
  // A plan with monthly and yearly billing shows only the chosen price. This works before hydration too.
  '&:has([value=yearly]:checked) [data-price=monthly], &:not(:has([value=yearly]:checked)) [data-price=yearly]': {
    display: 'none',
  },
});
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
  '& span': { fontWeight: 600 },
  '& strong': { font: '700 1.25rem/1.4 var(--display)', fontVariantNumeric: 'tabular-nums' },
  '& small': { fontSize: '0.875rem', color: 'var(--muted)', fontFamily: 'system-ui, sans-serif', fontWeight: 400 },
});

/** The order's text for the mail and chat links. */
function textOf(family: HostingFamily, plan: Plan, typed: Texts) {
  const { name, email, phone, company, message = '' } = typed;
  const person = [name, email, phone, company].filter(Boolean);
  return [...person, '', composeOrderMessage(family, plan, message, typed)].join('\n');
}

/** Writes the chosen price into a message that is exactly a pre-filled one, unless the visitor is in the field. */
function writeChosenPrice(family: HostingFamily, plan: Plan, form: HTMLFormElement): void {
  const message = form.elements.namedItem('message') as HTMLTextAreaElement;
  const text = followChoices(family, plan, typedIn(form), message.value);
  if (message.value === text || message === document.activeElement) return;
  message.value = text;
  // The drafts listen to this event.
  message.dispatchEvent(new Event('input', { bubbles: true }));
}

export type OrderDialogProps = {
  readonly family: HostingFamily;
  readonly plan: Plan;
};

/** Whether the post may have used up the captcha's token. `status` is 0 if there was no answer. */
function isTokenSpent(status: number | undefined): boolean {
  return status === 0 || status === forbidden;
}

const noTexts: Texts = {};

/** The dialog with a plan's order form. */
export function OrderDialog({ family, plan }: OrderDialogProps) {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector((state) => state.ordering.planId === plan.id);
  const values = useAppSelector((state) => (isOpen ? state.ordering.values : noTexts));
  const errors = useAppSelector((state) => (isOpen ? state.ordering.errors : noTexts));
  const failed = useAppSelector((state) => isOpen && state.ordering.failed);
  const { submitting, stored } = useAppSelector((state) => state.submission[plan.id] ?? idle);
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(values);
  useFocusBack(submitting);

  useEffect(() => {
    if (!isOpen) return;
    silentProof.preload().then(
      ({ prepareToken }) => prepareToken(plan.id),
      () => {},
    );
  }, [isOpen, plan.id]);

  // The visitor may have chosen the billing before hydration.
  useEffect(() => {
    if (form.current) writeChosenPrice(family, plan, form.current);
  }, [family, plan]);

  const shownErrors = useRef(errors);
  useEffect(() => {
    if (errors !== shownErrors.current) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    shownErrors.current = errors;
  }, [errors]);

  // Also after an error has rendered the page anew: the links of `FallbackContacts` carry the texts.
  useEffect(() => {
    if (failed && form.current) setTyped(typedIn(form.current));
  }, [failed]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    // Let the browser post the form if it has begun to: a post by script as well would be another order.
    if (timeToAnswer() > 0 || (navigator.onLine && !silentProof.loaded())) return;
    event.preventDefault();
    const given = typedIn(event.target as HTMLFormElement);
    setTyped(given);
    const token = async () => silentProof.loaded()?.silentToken(plan.id);
    const action = await dispatch(submitOrder({ form: plan.id, family, plan, typed: given, token }));
    const proofs = silentProof.loaded();
    if (submitOrder.fulfilled.match(action)) {
      proofs?.spendToken(plan.id);
      showStoredOrder(plan.id);
    } else if (isTokenSpent(action.payload?.status) && proofs?.spendToken(plan.id)) proofs.prepareToken(plan.id);
  };

  const noteTyped = ({ currentTarget, target }: InputEvent<HTMLFormElement>) => {
    if (target instanceof HTMLSelectElement) writeChosenPrice(family, plan, currentTarget);
    if (failed) setTyped(typedIn(currentTarget));
  };

  const choices = choiceFields(family, plan);
  const field = (name: string) => ({
    name,
    form: plan.id,
    defaultValue: values[name],
    errors,
    readOnly: submitting,
  });

  const id = orderDialogId(plan.id);
  return (
    <Dialog
      id={id}
      title={`Order ${plan.name}`}
      description="Fill in your details and we'll get back to you shortly to complete your order."
      isOpenAtFirst={isOpen}
      isBusy={submitting}
      opener={`#${planCardId(plan.id)} [name=${parameters.order}]`}
      toasts={isOpen ? <Toasts isInDialog /> : null}
    >
      <form
        key={stored.length}
        css={formStyle}
        ref={form}
        data-drafts={plan.id}
        method="post"
        action={endpoints.submissions}
        noValidate
        onSubmit={submit}
        onInput={noteTyped}
      >
        <input type="hidden" name="plan" value={plan.id} />
        <p css={summary}>
          <span>{plan.name}</span>
          <strong data-price="monthly">
            {shownPrice(family, plan)}
            {family.showsPrices ? <small> /month, {shortVatNote}</small> : null}
          </strong>
          {choices.some(({ name }) => name === 'billing') ? (
            <strong data-price="yearly">
              {plan.yearlyPrice}
              <small> /year, {shortVatNote}</small>
            </strong>
          ) : null}
          <small>{planDetails(family, plan)}</small>
        </p>
        <div css={fieldPair}>
          <DraftField label="Full Name *" autoComplete="name" aria-required {...field('name')} />
          <DraftField label="Email Address *" type="email" autoComplete="email" aria-required {...field('email')} />
          <DraftField label="Phone Number *" type="tel" autoComplete="tel" aria-required {...field('phone')} />
          <DraftField label="Company (Optional)" autoComplete="organization" {...field('company')} />
        </div>
        {choices.map(({ name, ...choice }) => (
          <DraftField key={name} {...choice} {...field(name)} />
        ))}
        <DraftField
          label="Additional Requirements (Optional)"
          rows={family.orderHint ? 6 : 4}
          {...field('message')}
          defaultValue={values.message ?? prefilledMessage(family, plan)}
        />
        {failed ? (
          <FallbackContacts
            failure={messages.orderFailed.description}
            button="Submit Order"
            subject={`Order ${plan.name}`}
            text={textOf(family, plan, typed)}
          />
        ) : null}
        <CollectionNotice />
        <HoneypotField />
        <div css={dialogActions}>
          <small>{family.showsPrices ? noObligation.order : noObligation.quote}</small>
          {submitting ? <StillSending what="order" /> : null}
          {/* Submits the dialog's close form: Enter still submits the order, and Cancel works without scripts. */}
          <Button variant="outline" type="submit" form={closeFormId(id)} disabled={submitting}>
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
