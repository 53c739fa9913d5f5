import path from 'node:path';
import { company } from '../../shared/company.ts';
import { submissionDays } from '../../shared/legal/commitments.ts';
import { databaseUrlForm, isDatabaseUrl } from './databaseUrl.ts';
import { unusableDataDirectory } from './dataDirectory.ts';
import { type Environment, type Reader, readerOf } from './environment.ts';
import { passedSocket } from './listening.ts';
import { isLoopback } from './loopback.ts';
import { isSmtpUrl, smtpUrlForm } from './smtpUrl.ts';

/** The server's configuration, read from the environment. */
export type Config = {
  /** The descriptor of a listening socket, instead of host and port. */
  readonly socket: number | undefined;
  readonly host: string;
  readonly port: number;
  /** The site's own origin, without a trailing slash. */
  readonly publicOrigin: string;
  /** Whether PUBLIC_ORIGIN is set. If not, a post's origin must equal the request's own host. */
  readonly publicOriginIsSet: boolean;
  readonly dataDirectory: string;
  /** PostgreSQL's. It may hold a login. Undefined: SQLite in the data directory. */
  readonly databaseUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly mailTo: string;
  /** Whether the sender of a verified submission gets a confirmation. */
  readonly mailConfirm: boolean;
  /** The most confirmations to all addresses together. */
  readonly mailConfirmCaps: { readonly hourly: number; readonly daily: number };
  readonly mailRetryMilliseconds: number;
  readonly mailGiveUpMilliseconds: number;
  /** The number of proxies in front whose X-Forwarded-For is trusted. */
  readonly trustedProxies: number;
  readonly submissionLimit: number;
  readonly submissionWindowMilliseconds: number;
  /** Submissions of all visitors in ten minutes: more are a flood. */
  readonly submissionFlood: number;
  /** The address of the live chat's script. */
  readonly chatWidgetSource: string | undefined;
  /** The chat's own origin. Undefined: the chat runs in a sandbox on the site's. */
  readonly chatOrigin: string | undefined;
  /** Whether a submission without a valid captcha token is refused. */
  readonly captchaEnforced: boolean;
  /** Undefined: the proof of work is the only captcha. */
  readonly hCaptcha: { readonly siteKey: string; readonly secret: string; readonly verifyUrl: string } | undefined;
  readonly sentryDsn: string | undefined;
  readonly remoteSupportUrl: string;
  readonly retentionMilliseconds: number;
  /** The loopback port of the metrics; 0: a free one. */
  readonly metricsPort: number | undefined;
  /** Where each alarm is posted. It may hold a login. */
  readonly alarmUrl: string | undefined;
  /** What is requested while all is well. It may hold a login. */
  readonly heartbeatUrl: string | undefined;
  readonly logLevel: LogLevel;
};

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const hCaptchaVerifyUrl = 'https://api.hcaptcha.com/siteverify';

const second = 1000;
const hour = 60 * 60 * second;
const day = 24 * hour;

type StoreConfig = Pick<Config, 'dataDirectory' | 'databaseUrl'>;

function readStore({ text, read }: Reader): StoreConfig {
  return {
    dataDirectory: path.resolve(text('DATA_DIR') ?? './data'),
    databaseUrl: read('DATABASE_URL', undefined, (raw) => (isDatabaseUrl(raw) ? raw : undefined), databaseUrlForm),
  };
}

function readRetention({ integer }: Reader): number {
  return integer('RETENTION_DAYS', submissionDays, 1, 36_500) * day;
}

function readMetricsPort({ text, integer, addFault }: Reader, port: number): number | undefined {
  if (!text('METRICS_PORT')) return undefined;
  const metricsPort = integer('METRICS_PORT', 0, 0, 65_535);
  if (metricsPort === port && port !== 0) addFault('METRICS_PORT: expected another port than PORT');
  return metricsPort;
}

function readHCaptcha({ text, url, addFault }: Reader): Config['hCaptcha'] {
  const siteKey = text('HCAPTCHA_SITE_KEY');
  const secret = text('HCAPTCHA_SECRET');
  const verifyUrl = url('HCAPTCHA_VERIFY_URL', ['https:', 'http:']) ?? hCaptchaVerifyUrl;
  if (siteKey && secret) return { siteKey, secret, verifyUrl };
  if (siteKey) addFault('HCAPTCHA_SECRET: expected beside HCAPTCHA_SITE_KEY; set both or neither');
  if (secret) addFault('HCAPTCHA_SITE_KEY: expected beside HCAPTCHA_SECRET; set both or neither');
  return undefined;
}

function readChatOrigin({ origin, addFault }: Reader, publicOrigin: string | undefined): string | undefined {
  const chatOrigin = origin('CHAT_ORIGIN');
  if (!chatOrigin) return undefined;
  const chat = new URL(chatOrigin);
  if (!publicOrigin) {
    if (!isLoopback(chat.hostname)) addFault('CHAT_ORIGIN: expected beside PUBLIC_ORIGIN, whose pages show the chat');
    return chatOrigin;
  }
  const site = new URL(publicOrigin);
  // Another port is not enough: cookies ignore it, and a proxy may drop it from the Host header.
  if (chat.hostname === site.hostname) addFault("CHAT_ORIGIN: expected another host name than PUBLIC_ORIGIN's");
  // Browsers block http frames in https pages (mixed content).
  if (chat.protocol === 'http:' && site.protocol === 'https:')
    addFault('CHAT_ORIGIN: expected https, as in PUBLIC_ORIGIN');
  return chatOrigin;
}

function readMail({ read, mailbox }: Reader): Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailTo'> {
  return {
    smtpUrl: read('SMTP_URL', undefined, (raw) => (isSmtpUrl(raw) ? raw : undefined), smtpUrlForm),
    mailFrom: mailbox('MAIL_FROM'),
    mailTo: mailbox('MAIL_TO'),
  };
}

export type OperatorConfig = StoreConfig & Pick<Config, 'retentionMilliseconds'>;

/** Reads only the variables that the operator's command line needs. Throws `ConfigurationError`. */
export function readOperatorConfig(environment: Environment): OperatorConfig {
  const reader = readerOf(environment);
  const config = { ...readStore(reader), retentionMilliseconds: readRetention(reader) };
  reader.finish();
  return config;
}

export type MailConfig = StoreConfig & Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailTo'>;

/** Reads only the variables that composing or sending a mail needs. Throws `ConfigurationError`. */
export function readMailConfig(environment: Environment): MailConfig {
  const reader = readerOf(environment);
  const config = { ...readStore(reader), ...readMail(reader) };
  reader.finish();
  return config;
}

/** Reads and checks the whole environment. Throws one `ConfigurationError` that names every fault. */
export function readConfig(environment: Environment): Config {
  const reader = readerOf(environment);
  const { text, read, integer, url } = reader;

  const port = integer('PORT', 3000, 0, 65_535);
  const ownOrigin = reader.origin('PUBLIC_ORIGIN');
  const publicOrigin = ownOrigin ?? `http://localhost:${port}`;
  const store = readStore(reader);
  const dataFault = unusableDataDirectory(store.dataDirectory);
  if (dataFault) reader.addFault(`DATA_DIR: ${dataFault}`);

  const config: Config = {
    socket: passedSocket(environment),
    host: text('HOST') ?? '0.0.0.0',
    port,
    publicOrigin,
    publicOriginIsSet: ownOrigin !== undefined,
    ...store,
    ...readMail(reader),
    mailConfirm: reader.flag('MAIL_CONFIRM', false),
    mailConfirmCaps: {
      hourly: integer('MAIL_CONFIRM_HOURLY', 30, 1),
      daily: integer('MAIL_CONFIRM_DAILY', 200, 1),
    },
    mailRetryMilliseconds: integer('MAIL_RETRY_SECONDS', 30, 1, 3600) * second,
    mailGiveUpMilliseconds: integer('MAIL_GIVE_UP_HOURS', 120, 1) * hour,
    trustedProxies: integer('TRUST_PROXY', 0, 0, 16),
    submissionLimit: integer('SUBMISSION_LIMIT', 10, 1),
    submissionWindowMilliseconds: integer('SUBMISSION_WINDOW_SECONDS', 600, 1, 2_000_000) * second,
    submissionFlood: integer('SUBMISSION_FLOOD', 200, 1),
    chatWidgetSource: url('CHAT_WIDGET_SRC', ['https:', 'http:']),
    chatOrigin: readChatOrigin(reader, ownOrigin),
    captchaEnforced: reader.flag('CAPTCHA_ENFORCE', false),
    hCaptcha: readHCaptcha(reader),
    sentryDsn: read(
      'SENTRY_DSN',
      undefined,
      (raw) =>
        /^https?:\/\/\w+(?::\w+)?@[^\s/@]+\/(?:[^\s/]+\/)*\d+$/.test(raw) && URL.canParse(raw) ? raw : undefined,
      "a project's address from Sentry, such as https://key@host/1",
    ),
    remoteSupportUrl: url('REMOTE_SUPPORT_URL', ['https:', 'http:']) ?? company.remoteSupportUrl,
    retentionMilliseconds: readRetention(reader),
    metricsPort: readMetricsPort(reader, port),
    alarmUrl: url('ALARM_URL', ['https:', 'http:']),
    heartbeatUrl: url('HEARTBEAT_URL', ['https:', 'http:']),
    logLevel: read(
      'LOG_LEVEL',
      'info',
      (raw) => logLevels.find((level) => level === raw),
      `one of ${logLevels.join(', ')}`,
    ),
  };
  reader.finish();
  return config;
}
