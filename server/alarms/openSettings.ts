import { commitmentFacts, companyFacts } from '../../shared/ownerFacts.ts';
import type { Config } from '../config.ts';
import { openFacts } from '../openFacts.ts';
import { waiversOf } from '../submissions/smtpUrl.ts';
import type { Check } from './alarms.ts';

const day = 24 * 60 * 60 * 1000;

/** The warnings about what must be settled before the site goes public. They last as long as the process. */
export function openSettingChecks(config: Pick<Config, 'publicOriginIsSet' | 'smtpUrl'>): Check[] {
  const open = openFacts(companyFacts(), commitmentFacts);
  const warning = (name: string, message: string, fields?: object): Check => ({
    name,
    look: async () => ({ level: 'warn', message, ...(fields && { fields }) }),
    over: '',
    repeatAfter: day,
  });
  return [
    ...(open
      ? [
          warning(
            'open-facts',
            'shared/company.ts has placeholders, or shared/ownerFacts.ts has facts that the owner has not confirmed: settle them before the site goes public',
            open,
          ),
        ]
      : []),
    ...(config.publicOriginIsSet
      ? []
      : [
          warning(
            'public-origin',
            'PUBLIC_ORIGIN is not set: canonical links point to localhost; set it to the address of the site',
          ),
        ]),
    ...(config.smtpUrl
      ? waiversOf(config.smtpUrl).map((waiver) =>
          warning('smtp-waiver', `SMTP_URL weakens the way to the mail server: ${waiver}`),
        )
      : [
          warning(
            'smtp-url',
            'SMTP_URL is not set: each mail is written as a file to DATA_DIR/mail; set it to your mail server',
          ),
        ]),
  ];
}
