import { families } from '../../shared/hosting/catalogue.ts';
import { paths } from '../../shared/paths.ts';

/**
 * What somebody would write by hand who wanted nothing but the VPS plans and a dialog to order one: plain HTML and a
 * kilobyte of script.
 */
export function plainPage(): string {
  const family = families.find(({ path }) => path === paths.serverHosting);
  if (!family) throw new Error('The catalogue has no VPS plans.');
  const plans = family.plans.map(
    ({ id, name, price, specs }) =>
      `<article id="plan-${id}"><h3>${name}</h3><p><strong>${price}</strong> /month</p><dl>${specs
        .map(({ label, value }) => `<dt>${label}</dt><dd>${value}</dd>`)
        .join('')}</dl><button value="${id}">${family.orderLabel}</button></article>`,
  );
  const field = (label: string, type: string, name: string) =>
    `<label>${label}<input type=${type} name=${name}></label>`;
  return `<!DOCTYPE html><html lang=en-ZA><meta charset=utf-8><meta name=viewport content="width=device-width">
<title>${family.title}</title><style>body{font:1rem/1.6 system-ui;margin:0 auto;max-width:75rem;padding:1rem}
article{border:1px solid;border-radius:.5rem;padding:1rem;margin:1rem 0}label,input,textarea{display:block;width:100%}</style>
<h1>${family.title}</h1><p>${family.lead}</p><h2>${family.plansTitle}</h2>${plans.join('\n')}
<dialog aria-labelledby=title><h2 id=title></h2><form method=post action=/order><input type=hidden name=plan>
${field('Full Name *', 'text', 'name')}${field('Email Address *', 'email', 'email')}${field('Phone Number *', 'tel', 'phone')}
${field('Company (Optional)', 'text', 'company')}<label>Additional Requirements (Optional)<textarea name=message></textarea></label>
<button type=button>Cancel</button><button>Submit Order</button></form></dialog>
<script>{
const dialog = document.querySelector('dialog');
const form = dialog.querySelector('form');
const open = (plan) => {
  const article = document.getElementById('plan-' + plan);
  dialog.querySelector('h2').textContent = 'Order ' + article.querySelector('h3').textContent;
  form.elements.plan.value = plan;
  form.elements.message.value = 'I would like to order the ' + plan + ' plan (' + article.querySelector('strong').textContent + ').';
  dialog.showModal();
};
for (const button of document.querySelectorAll('article button')) button.addEventListener('click', () => open(button.value));
form.querySelector('[type=button]').addEventListener('click', () => dialog.close());
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const answer = await fetch(form.action, { method: 'post', body: new URLSearchParams(new FormData(form)) });
  if (answer.ok) dialog.close();
  else alert('Failed to submit order. Please try again or contact us directly.');
});
}</script></html>`;
}
