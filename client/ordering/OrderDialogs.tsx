import { css } from '@emotion/react';
import { type InputEvent, type KeyboardEvent, memo, type SubmitEvent, Suspense, use, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { rand } from '../../shared/hosting/amounts.ts';
import { type HostingFamily, type Plan, planDetails, shortVatNote, shownPrice } from '../../shared/hosting/family.ts';
import { type OptionField, optionFields } from '../../shared/hosting/orderOptions.ts';
import { orderNotes } from '../../shared/messages.ts';
import { composeOrderMessage, followOptions, obligationOf, prefilledMessage } from '../../shared/orderMessage.ts';
import { resultQuery } from '../../shared/paths.ts';
import { honeypotField } from '../../shared/submission.ts';
import { draftFieldsIn, typedIn } from '../early/drafts.ts';
import { orderDialogId } from '../early/orderDialog.ts';
import { timeToResponse } from '../early/plainPost.ts';
import { useAppSelector } from '../hooks.ts';
import { DraftField, fieldPair } from '../submission/DraftField.tsx';
import { SubmissionFooter } from '../submission/SubmissionFooter.tsx';
import { formSubmission, submitForm } from '../submission/submissionSlice.ts';
import { type SubmissionForm, useSubmissionForm } from '../submission/useSubmissionForm.ts';
import { Toasts } from '../toasts/Toasts.tsx';
import { Button } from '../ui/Button.tsx';
import { closeFormId, Dialog, dialogActions } from '../ui/Dialog.tsx';
import { isComposing } from '../ui/isComposing.ts';
import { visuallyHidden } from '../ui/styles.ts';
import { useHydrated } from '../ui/useHydrated.ts';
import { showStoredOrder, useOrderAddress, whenOpened } from './openOrder.ts';

const formStyle = css({
  display: 'grid',
  gap: '1rem',
  // A plan with monthly and yearly billing shows only the chosen price. CSS alone does this, also before hydration.
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
  '& small': { fontSize: '0.875rem', fontFamily: 'system-ui, sans-serif', fontWeight: 400 },
});

/** Writes the chosen price into a pre-filled message, unless the visitor has changed the message or its field has the focus. */
function writeChosenPrice(family: HostingFamily, plan: Plan, form: HTMLFormElement): void {
  const message = form.elements.namedItem('message') as HTMLTextAreaElement;
  const text = followOptions(family, plan, typedIn(form), message.value);
  if (message.value === text || message === document.activeElement) return;
  message.value = text;
  // The drafts keep the message when they get an `input` event.
  message.dispatchEvent(new Event('input', { bubbles: true }));
}

type PlanProps = { readonly family: HostingFamily; readonly plan: Plan };

/** On a phone, Enter leads to the next field. With a keyboard, Enter submits the order. */
function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget, nativeEvent } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || isComposing(nativeEvent)) return;
  if (!matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  const fields = [...draftFieldsIn(currentTarget)];
  fields[fields.indexOf(target) + 1]?.focus();
}

/** The order form's status and events: prepares the proof of work, writes the chosen price, and sends the order. */
function useOrderForm({ family, plan }: PlanProps, isOpen: boolean) {
  const submission = useSubmissionForm(plan.id);
  const { element, onTyped, send } = submission;
  const navigate = useNavigate();

  // Synchronises with the network and the proof's worker, which the form will need.
  useEffect(() => {
    if (!isOpen) return;
    formSubmission.preload().then(
      ({ prepareProof }) => prepareProof(),
      () => {},
    );
  }, [isOpen]);

  // Synchronises with the fields: the visitor may have chosen the billing before hydration, when no script wrote the price.
  useEffect(() => {
    if (element.current) writeChosenPrice(family, plan, element.current);
  }, [family, plan, element]);

  const onSubmit = async (event: SubmitEvent) => {
    // Let the browser send the form if a plain post has begun, or if submit.ts is missing. Offline, the latter would lose the page.
    if (timeToResponse() > 0 || (navigator.onLine && !formSubmission.loaded())) return;
    event.preventDefault();
    const action = await send({ family, plan });
    // With its own address, the result is kept by a reload.
    if (submitForm.fulfilled.match(action) && showStoredOrder(plan.id))
      navigate(resultQuery(action.payload.reference), { replace: true });
  };

  const onInput = ({ currentTarget, target }: InputEvent<HTMLFormElement>) => {
    if (target instanceof HTMLSelectElement) writeChosenPrice(family, plan, currentTarget);
    onTyped();
  };

  return { submission, events: { onSubmit, onInput, onKeyDown } };
}

function OrderSummary({ family, plan }: PlanProps) {
  return (
    <p css={summary}>
      <span>{plan.name}</span>
      <strong data-price="monthly">
        {shownPrice(family, plan)}
        {family.showsPrices ? <small>{` /month, ${shortVatNote}`}</small> : null}
      </strong>
      {plan.yearlyPrice && optionFields(family, plan).some(({ name }) => name === 'billing') ? (
        <strong data-price="yearly">
          {rand(plan.yearlyPrice)}
          <small>{` /year, ${shortVatNote}. ${orderNotes.prepaidYear}`}</small>
        </strong>
      ) : null}
      <small>{planDetails(family, plan)}</small>
      {family.showsPrices && family.plansNote ? <small>{family.plansNote}</small> : null}
    </p>
  );
}

function OrderFields({ family, plan, submission }: PlanProps & { readonly submission: SubmissionForm }) {
  const hint = useHydrated() ? { enterKeyHint: 'next' as const } : {};
  const field = (name: string) => ({ ...submission.field(name), ...hint });
  const options = optionFields(family, plan);
  const choice = ({ name, ...rest }: OptionField) => <DraftField key={name} {...rest} {...field(name)} />;
  return (
    <>
      {options.filter(({ name }) => name === 'billing').map(choice)}
      <div css={fieldPair}>
        <DraftField label="Full Name *" autoComplete="name" aria-required {...field('name')} />
        <DraftField label="Email Address *" type="email" autoComplete="email" aria-required {...field('email')} />
        <DraftField label="Phone Number *" type="tel" autoComplete="tel" aria-required {...field('phone')} />
        <DraftField label="Company (Optional)" autoComplete="organization" {...field('company')} />
      </div>
      {options.filter(({ name }) => name !== 'billing').map(choice)}
      <DraftField
        label="Additional Requirements (Optional)"
        hint={orderNotes.requirements}
        rows={family.orderHint ? 6 : 4}
        {...field('message')}
        defaultValue={submission.values.message ?? prefilledMessage(family, plan)}
      />
    </>
  );
}

/** React hydrates the dialog when `opened` resolves. Until then, the HTML from the server is enough. */
type OrderDialogProps = PlanProps & { readonly opened: Promise<void> | undefined };

function OrderDialog({ family, plan, opened }: OrderDialogProps) {
  if (opened) use(opened);
  const isOpen = useAppSelector((state) => state.openPlan === plan.id);
  const { submission, events } = useOrderForm({ family, plan }, isOpen);
  const { submitting, stored, attributes } = submission;
  const id = orderDialogId(plan.id);
  return (
    <Dialog
      id={id}
      title={`Order ${plan.name}`}
      description="Fill in your details and we'll get back to you shortly to complete your order."
      isOpenAtFirst={isOpen}
      isBusy={submitting}
      toasts={isOpen ? <Toasts isInDialog /> : null}
    >
      <form key={stored.length} css={formStyle} {...attributes} noValidate {...events}>
        <input type="hidden" name="plan" value={plan.id} />
        <OrderSummary family={family} plan={plan} />
        <OrderFields family={family} plan={plan} submission={submission} />
        {/* A honeypot: only robots fill it in. People do not see it, hear it in a screen reader or reach it with Tab. */}
        <div css={visuallyHidden} aria-hidden="true">
          <label>
            Leave this empty
            <input name={honeypotField} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <SubmissionFooter
          submission={submission}
          subject={`Order ${plan.name}`}
          messageOf={(typed) => composeOrderMessage(family, plan, typed.message ?? '', typed)}
          styles={dialogActions}
          note={<small>{obligationOf(family, shownPrice(family, plan))}</small>}
        >
          {/* Cancel submits the dialog's close form. So Cancel works without scripts, and Enter submits the order. */}
          <Button variant="outline" type="submit" form={closeFormId(id)} disabled={submitting}>
            Cancel
          </Button>
        </SubmissionFooter>
      </form>
    </Dialog>
  );
}

/** Memoised: otherwise, a new rendering of the parent would make React hydrate all dialogs at once. */
const DialogBoundary = memo((props: OrderDialogProps) => (
  <Suspense>
    <OrderDialog {...props} />
  </Suspense>
));

/** The order dialogs of a family. The server sends all, hydrated when opened. After a navigation, only the open one exists. */
export function OrderDialogs({ family }: { readonly family: HostingFamily }) {
  const planId = useAppSelector((state) => state.openPlan);
  const isHydrated = useHydrated();
  // Text browsers show all dialogs, open or closed. So the open dialog comes first.
  const [fromServer] = useState(() =>
    isHydrated
      ? undefined
      : family.plans.toSorted((one, other) => Number(other.id === planId) - Number(one.id === planId)),
  );
  useOrderAddress(family, fromServer !== undefined);

  return (
    // Search engines must not quote the dialogs' texts. `data-nosnippet` works on `div`, but not on `dialog`.
    <div data-nosnippet>
      {(fromServer ?? family.plans.filter(({ id }) => id === planId)).map((plan) => (
        <DialogBoundary key={plan.id} family={family} plan={plan} opened={fromServer && whenOpened(plan.id)} />
      ))}
    </div>
  );
}
