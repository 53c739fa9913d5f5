import { expect, test } from '@jest/globals';
import { families } from '../../shared/hosting/catalogue.ts';
import { planDetails, yearlySaving } from '../../shared/hosting/family.ts';
import { experience } from '../../shared/pages/figures.ts';

// Each line is a plan: its id, name, monthly price, yearly price, whether it is popular, and its facts.
const catalogue = `
CXN1 | CXN1 | R124 | R750 | | 1 CPU | 2 GB RAM | 25 GB NVMe storage
CXN2 | CXN2 | R249 | | | 2 CPUs | 4 GB RAM | 60 GB NVMe storage
CXN3 | CXN3 | R499 | | popular | 4 CPUs | 8 GB RAM | 120 GB NVMe storage
CXN4 | CXN4 | R624 | | | 6 CPUs | 8 GB RAM | 200 GB NVMe storage
CXN5 | CXN5 | R874 | | | 6 CPUs | 10 GB RAM | 400 GB NVMe storage
CXN6 | CXN6 | R1061 | | | 8 CPUs | 12 GB RAM | 400 GB NVMe storage
CXN7 | CXN7 | R1249 | | | 8 CPUs | 16 GB RAM | 500 GB NVMe storage
CXN8 | CXN8 | R1499 | | | 10 CPUs | 16 GB RAM | 500 GB NVMe storage
CXN9 | CXN9 | R1749 | | | 12 CPUs | 24 GB RAM | 500 GB NVMe storage
CXN10 | CXN10 | R2249 | | | 16 CPUs | 32 GB RAM | 650 GB NVMe storage
CXN11 | CXN11 | R2749 | | | 16 CPUs | 48 GB RAM | 1000 GB NVMe storage
CXN12 | CXN12 | R3749 | | | 16 CPUs | 64 GB RAM | 1250 GB NVMe storage
CXN13 | CXN13 | R4749 | | | 16 CPUs | 64 GB RAM | 2000 GB NVMe storage
CXN14 | CXN14 | R5374 | | | 16 CPUs | 64 GB RAM | 2500 GB NVMe storage
shared-starter | Starter | R49 | R499 | | 1 website | 5 GB | 50 GB bandwidth | 1 MySQL database | 5 email accounts
shared-business | Business | R99 | R999 | popular | 5 websites | 20 GB | 200 GB bandwidth | 10 MySQL databases | 25 email accounts
shared-professional | Professional | R199 | R1999 | | unlimited websites | 50 GB | unlimited bandwidth
reseller-starter | Starter | R299 | R2999 | | 50 GB | 500 GB bandwidth | 25
reseller-business | Business | R499 | R4999 | popular | 100 GB | 1 TB bandwidth | 50
reseller-pro | Pro | R899 | R8999 | | 200 GB | 2 TB bandwidth | 100
cpanel-single | Single | R79 | R799 | | 1 | 10 GB | 100 GB bandwidth
cpanel-multi | Multi | R149 | R1499 | popular | 5 | 30 GB | 300 GB bandwidth
cpanel-unlimited | Unlimited | R299 | R2999 | | unlimited | 100 GB | unlimited bandwidth
pastel-start-up | Start-up | R876 | | | 2 users | 4 GB RAM | 120 GB | 2 CPUs | Windows Server 2022 | 15
pastel-sme-standard | SME Standard | R1821 | | popular | 5 users | 8 GB RAM | 300 GB | 6 CPUs | Windows Server 2022 | 30
pastel-sme-advanced | SME Advanced | R2699 | | | 8 users | 16 GB RAM | 500 GB | 8 CPUs | Windows Server 2022 | 30
pastel-sme-premium | SME Premium | R3644 | | | 10 users | 24 GB RAM | 500 GB | 10 CPUs | Windows Server 2022 | 60
microsoft-365-business-basic | Business Basic | R129 | R1299 | | 1 TB OneDrive | 50 GB mailbox
microsoft-365-business-standard | Business Standard | R249 | R2499 | popular | 1 TB OneDrive
microsoft-365-business-premium | Business Premium | R449 | R4499 | | 1 TB OneDrive | 100 GB mailbox
`
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', name, price, yearlyPrice, popular, ...facts] = line.split('|').map((cell) => cell.trim());
    if (id.startsWith('CXN')) facts.push('Cape Town or Johannesburg');
    return { id, sold: { name, price, yearlyPrice: yearlyPrice || undefined, popular: popular === 'popular' }, facts };
  });

const plans = families.flatMap((family) => family.plans.map((plan) => ({ family, plan })));

test('the plans and their order are those of the specification', () => {
  expect(plans.map(({ plan }) => plan.id)).toEqual(catalogue.map(({ id }) => id));
});

test.each(catalogue)('$id has the name, prices and facts of the specification', ({ id, sold, facts }) => {
  const found = plans.find(({ plan }) => plan.id === id);
  const { name, price, yearlyPrice, popular = false } = found?.plan ?? {};
  const year = yearlyPrice && `R${yearlyPrice}`;
  expect({ name, price: `R${price}`, yearlyPrice: year, popular }).toEqual(sold);
  const phrases = found ? planDetails(found.family, found.plan) : '';
  for (const fact of facts) expect(phrases).toMatch(new RegExp(`(^|[ ,])${fact}\\b`, 'i'));
});

test('each family has the columns of the specification, and shows prices only where the specification does', () => {
  expect(families.map(({ path, columns, showsPrices }) => [path, columns, showsPrices])).toEqual([
    ['/server-hosting', 4, true],
    ['/shared-hosting', 3, false],
    ['/reseller-hosting', 3, false],
    ['/cpanel-hosting', 3, false],
    ['/pastel-hosting', 4, true],
    ['/microsoft-365', 3, false],
  ]);
});

test.each([
  [124, 750, 'Save 50%'],
  [876, 8760, 'Save 17%'],
  [100, 1200, ''],
  [100, undefined, ''],
])('a price of R%s a month and R%s a year is labelled %j', (price, yearlyPrice, label) => {
  expect(yearlySaving({ id: 'x', name: 'x', specs: [], price, ...(yearlyPrice && { yearlyPrice }) })).toBe(label);
});

test('the years in business grow in steps of five, and count only full years', () => {
  const years = [2026, 2028, 2029, 2034].map((year) => experience(2008, year));
  expect(years).toEqual(['15+', '15+', '20+', '25+']);
  expect([experience(2026, 2026), experience(2020, 2024), experience(2020, 2026)]).toEqual(['1+', '3+', '5+']);
});
