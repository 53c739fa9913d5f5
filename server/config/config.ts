import { isIP } from 'node:net';
import { company } from '../../shared/company.ts';
import { submissionDays } from '../../shared/submission.ts';
import { day, hour, second } from '../lib/times.ts';
import { unknownVariables } from './configure.ts';
import { crossesNetworkOpenly, databaseUrlForm, isDatabaseUrl } from './databaseUrl.ts';
import { unusableDataDirectory } from './dataDirectory.ts';
import { type Environment, type Reader, readerOf } from './environment.ts';
import { imapUrlForm, isImapUrl, isSmtpUrl, smtpUrlForm, withHelloName } from './mailServerUrl.ts';
import { isLoopback } from './urlParts.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const hCaptchaVerifyUrl = 'https://api.hcaptcha.com/siteverify';

/** The file descriptor of the first socket that systemd passes: `SD_LISTEN_FDS_START` of sd_listen_fds(3). */
const firstPassedSocket = 3;

function readHCaptcha({ text, url, addFault }: Reader) {
  const siteKey = text('HCAPTCHA_SITE_KEY');
  const secret = text('HCAPTCHA_SECRET');
  const verifyUrl = url('HCAPTCHA_VERIFY_URL') ?? hCaptchaVerifyUrl;
  if (siteKey && secret) return { siteKey, secret, verifyUrl };
  if (siteKey) addFault('HCAPTCHA_SECRET: is missing, although HCAPTCHA_SITE_KEY is set; set both or neither');
  if (secret) addFault('HCAPTCHA_SITE_KEY: is missing, although HCAPTCHA_SECRET is set; set both or neither');
  return undefined;
}

function readChatOrigin({ origin, addFault }: Reader, publicOrigin: string | undefined): string | undefined {
  const chatOrigin = origin('CHAT_ORIGIN');
  if (!chatOrigin) return undefined;
  const { hostname, protocol } = new URL(chatOrigin);
  const site = publicOrigin ? new URL(publicOrigin) : undefined;
  if (!site && !isLoopback(hostname)) addFault('CHAT_ORIGIN: expected beside PUBLIC_ORIGIN, whose pages show the chat');
  // Another port is not enough to separate chat and site: cookies ignore ports, and a proxy may drop the port from `Host`.
  if (hostname === site?.hostname) addFault("CHAT_ORIGIN: expected another host name than PUBLIC_ORIGIN's");
  // Browsers block http frames in https pages (mixed content).
  if (protocol === 'http:' && site?.protocol === 'https:') addFault('CHAT_ORIGIN: expected https, as in PUBLIC_ORIGIN');
  return chatOrigin;
}

function isSentryDsn(text: string): boolean {
  return /^https?:\/\/\w+(?::\w+)?@[^\s/@]+\/(?:[^\s/]+\/)*\d+$/.test(text) && URL.canParse(text);
}

/** Whether a text is an IP address or a host name. The last label of a host name is never a number. */
function isHost(text: string): boolean {
  const lastLabel = text.split('.').at(-1) ?? '';
  return isIP(text) !== 0 || (/^[a-z\d_.-]+$/i.test(text) && /[a-z]/i.test(lastLabel));
}

function readHttp(reader: Reader) {
  const port = reader.integer('PORT', 3000, 0, 65_535);
  const ownOrigin = reader.origin('PUBLIC_ORIGIN');
  const isSocketPassed = reader.text('LISTEN_PID') === String(process.pid) && Number(reader.text('LISTEN_FDS')) > 0;
  return {
    /** The descriptor of the listening socket that systemd passes to this process. Undefined: listen on host and port. */
    socket: isSocketPassed ? firstPassedSocket : undefined,
    host: reader.fitting('HOST', isHost, 'an IP address or a host name of this machine') ?? '0.0.0.0',
    port,
    /** The site's own origin, without a trailing slash. */
    publicOrigin: ownOrigin ?? `http://localhost:${port}`,
    publicOriginIsSet: ownOrigin !== undefined,
    trustedProxies: reader.integer('TRUST_PROXY', 0, 0, 16),
    hstsSubdomains: reader.flag('HSTS_SUBDOMAINS'),
    chatWidgetSource: reader.url('CHAT_WIDGET_SRC'),
    chatOrigin: readChatOrigin(reader, ownOrigin),
    remoteSupportUrl: reader.url('REMOTE_SUPPORT_URL') ?? company.remoteSupportUrl,
    sentryDsn: reader.fitting('SENTRY_DSN', isSentryDsn, "a project's address from Sentry, such as https://key@host/1"),
  };
}

/** The settings for composing and retrying mail. They hold no login. */
function readMailSettings(reader: Reader) {
  const { integer } = reader;
  return {
    mailFrom: reader.mailbox('MAIL_FROM'),
    mailTo: reader.mailbox('MAIL_TO'),
    mailConfirm: reader.flag('MAIL_CONFIRM'),
    mailConfirmCaps: { hourly: integer('MAIL_CONFIRM_HOURLY', 30, 1), daily: integer('MAIL_CONFIRM_DAILY', 200, 1) },
    mailRetryMilliseconds: integer('MAIL_RETRY_SECONDS', 30, 1, 3600) * second,
    mailGiveUpMilliseconds: integer('MAIL_GIVE_UP_HOURS', 120, 1) * hour,
  };
}

function readOperations(reader: Reader, port: number) {
  const metricsPort = reader.integer('METRICS_PORT', undefined, 0, 65_535);
  if (metricsPort === port && port !== 0) reader.addFault('METRICS_PORT: expected another port than PORT');
  const retentionDays = reader.integer('RETENTION_DAYS', submissionDays, 1);
  if (retentionDays > submissionDays)
    reader.addFault(
      `RETENTION_DAYS: expected at most ${submissionDays}, which the notice beside each form, the privacy policy and the security policy promise`,
    );
  return {
    backupDirectory: reader.text('BACKUP_DIR'),
    /** This URL and `heartbeatUrl` may hold a login: never log them. */
    alarmUrl: reader.url('ALARM_URL'),
    alarmFormat: reader.oneOf('ALARM_FORMAT', ['text', 'json']) ?? 'text',
    heartbeatUrl: reader.url('HEARTBEAT_URL'),
    retentionMilliseconds: retentionDays * day,
    metricsPort,
    logLevel: reader.oneOf('LOG_LEVEL', logLevels) ?? 'info',
  };
}

/** The configuration in groups. Each part of the server gets only the groups that it needs, so that it knows no other secrets. */
export type Config = ReturnType<typeof readGroups>;

function readGroups(reader: Reader) {
  // This variable is only checked here. Node and `configure` read it themselves.
  reader.certificates('NODE_EXTRA_CA_CERTS');
  const http = readHttp(reader);
  const store = {
    /** The path as the operator wrote it, because messages name the folder by this path. */
    dataDirectory: reader.text('DATA_DIR') ?? './data',
    /** This URL may hold a login: never log it. */
    databaseUrl: reader.fitting('DATABASE_URL', isDatabaseUrl, databaseUrlForm),
  };
  const settings = readMailSettings(reader);
  const smtpUrl = reader.fitting('SMTP_URL', isSmtpUrl, smtpUrlForm);
  const mail = { smtpUrl: smtpUrl && withHelloName(smtpUrl, http.publicOrigin, settings.mailFrom), settings };
  const mailbox = { imapUrl: reader.fitting('IMAP_URL', isImapUrl, imapUrlForm) };
  const operations = readOperations(reader, http.port);
  const captcha = { isEnforced: reader.flag('CAPTCHA_ENFORCE'), hCaptcha: readHCaptcha(reader) };
  const limits = {
    submissionLimit: reader.integer('SUBMISSION_LIMIT', 10, 1),
    submissionWindowMilliseconds: reader.integer('SUBMISSION_WINDOW_SECONDS', 600, 1, 2_000_000) * second,
    submissionFlood: reader.integer('SUBMISSION_FLOOD', 200, 1),
  };
  /** For the alarms about settings: which variables the operator has set. The values are left out, because some are secret. */
  const isSet = {
    publicOrigin: http.publicOriginIsSet,
    mailTo: reader.text('MAIL_TO') !== undefined,
    smtpUrl: mail.smtpUrl !== undefined,
    alarmUrl: operations.alarmUrl !== undefined,
    imapUrl: mailbox.imapUrl !== undefined,
    databaseUrl: store.databaseUrl !== undefined,
    databaseIsOpen: store.databaseUrl !== undefined && crossesNetworkOpenly(store.databaseUrl),
    /** The variables in `.env` that the server does not read. */
    unknownVariables: unknownVariables(reader.names),
  };
  return { http, store, mail, mailbox, limits, captcha, operations, isSet };
}

/** Reads and checks the whole environment, and makes DATA_DIR. Throws one `OperatorError` that names every fault. */
export function readConfig(environment: Environment, makesDataDirectory = true): Config {
  const reader = readerOf(environment);
  const config = readGroups(reader);
  const fault = makesDataDirectory ? unusableDataDirectory(config.store.dataDirectory) : undefined;
  if (fault) reader.addFault(`DATA_DIR: ${fault}`);
  reader.finish();
  return config;
}

/** Like `readConfig`, but does not make DATA_DIR. For the operator's commands, and to check whether a server could start. */
export function checkConfig(environment: Environment): Config {
  return readConfig(environment, false);
}
