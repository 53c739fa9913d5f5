import { requestTimeout } from '../../shared/submission.ts';
import { minute, second } from './times.ts';

/** How many times the server tries to reach hCaptcha, and the time for each try. */
const captcha = { tries: 2, milliseconds: 1_200 } as const;
/** The time that is left for the database after all tries to reach hCaptcha. */
const storing = 1 * second;

/** How long things may take, in milliseconds. A unit test adds up these times and compares the sums with the systemd unit. */
export const deadlines = {
  /** From the end of a visitor's request to its response, even if database, captcha or renderer do not answer. */
  answer: 5 * second,
  /** From the end of a post to the decision: the post is refused, or it is stored. */
  decision: captcha.tries * captcha.milliseconds + storing,
  captcha,
  storing,
  /** To look up the result of an order. */
  result: 3_400,
  /** One page in the rendering program. The first page also waits for the program to start. */
  rendering: 4 * second,
  renderingFirst: 5 * second,
  /** One page that no visitor waits for. On a busy machine, the start of the program and the first page may take this long. */
  renderingAhead: 30 * second,
  /** To find out for a health check whether the store can be written. */
  health: 2_500,
  store: {
    /** While a visitor's request waits: each statement on a database server, and the wait for a connection. */
    statement: 2 * second,
    /** For mail and other work that no visitor waits for: each statement, and the wait for a connection. */
    background: 5 * second,
    /** A statement's wait for another process's transaction in SQLite. This wait blocks the event loop. */
    sqliteLock: 2 * second,
    /** The wait for the data directory's lock, while the server that holds the lock is ending. */
    directoryLock: 1_500,
    /** The longest wait for a connection to a database server, even if a statement may take longer, as in a schema change. */
    connection: 10 * second,
    /** Each statement at the start of this process, when the database server may not answer yet. */
    start: 5 * second,
    /** Each statement of a schema change. Other servers that start meanwhile wait as long. */
    schemaChange: 10 * minute,
    /** Each statement of the connection on which PostgreSQL notifies the server of new mails. */
    listener: 3 * second,
  },
  /** How long a command of the operator waits. */
  operator: {
    /** Each statement of a command, except of `status`: monitoring calls `status`, and does not wait long. */
    statement: minute,
    status: 3 * second,
    /** Each statement that works on a whole table, such as vacuuming or moving the table. */
    table: 10 * minute,
    /** The wait for a lock on the tables of a PostgreSQL database that is to be moved. */
    tableLock: 5 * second,
    /** The wait for another command that works in the data directory. */
    otherCommand: 30 * second,
    /** Erasing waits this long for mails about its submissions that are being sent. Then it goes on without waiting. */
    mail: 5 * second,
    /** A checkpoint of SQLite's write-ahead log. Reads by the server delay a checkpoint. */
    checkpoint: 15 * second,
  },
  /** After this time, the program that erases submissions older than the retention is ended. */
  retention: 30 * minute,
  alarms: {
    /** One check of a condition. */
    check: 20 * second,
    /** A request to ALARM_URL or HEARTBEAT_URL, and the TLS handshake that shows the site's certificate. */
    request: 10 * second,
  },
  /** A client's connection: https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener */
  connection: {
    headers: 10 * second,
    request: requestTimeout,
    keepAlive: 60 * second,
    /** The interval at which Node checks `headers` and `request`. */
    check: 1 * second,
    /** A connection without traffic is destroyed after this time. While a response is being sent, Node waits twice this time. */
    silence: 9_500,
    /** From the response to a request that Node cannot parse to the end of the connection. */
    linger: 1 * second,
  },
  mail: {
    /** Looking up the name of a mail server. Connecting to the server then has the same time. */
    connection: 10 * second,
    /** Connecting to one IP address of a mail server that has several. */
    address: 2 * second,
    /** Waiting for the greeting of a mail server. A TLS handshake has the same time. */
    greeting: 30 * second,
    /** Waiting for any other response of a mail server. nodemailer's default is ten minutes, longer than `sending`. */
    silence: 2 * minute,
    /** Sending one mail. After this time, sending is aborted. */
    sending: 4 * minute,
    /** How long a worker tries to record the outcome of a mail after sending, if the store fails. */
    recording: minute,
    /** The lease of a mail. The worker renews the lease until the outcome is recorded. */
    lease: 30 * second,
    /** The longest pause between two attempts to send a mail. */
    longestRetryDelay: 60 * minute,
    /** The pause between two queries for due mails, which a command or another server may have stored. */
    poll: 15 * second,
  },
  /** Reading the mailbox of MAIL_TO. `read`: how long one reading may take. */
  mailbox: {
    read: minute,
    /** The pause between two readings. After faults, the pauses double up to `longestPause`. */
    poll: minute,
    longestPause: 15 * minute,
    /** How long `test-mail` waits for its mail to arrive. */
    test: minute,
  },
  /** Stopping the process. The times of `drain`, `mail`, `requests` and `all` begin at the first signal. */
  stop: {
    /** Time in which clients with open connections may get a response with `Connection: close`. */
    drain: 500,
    /** After listening has ended: a connection on which no byte arrives in this time counts as unused, and is closed. */
    firstByte: 1 * second,
    /** After `mail`, mails that are still being sent are aborted. Then `record` is left for recording their outcomes. */
    mail: 6 * second,
    record: 1 * second,
    /** After this time, requests that are still open are cut off. */
    requests: 8 * second,
    /** `database`: closing the connections to the database. `errorReports`: sending the last error reports afterwards. */
    database: 1 * second,
    errorReports: 2 * second,
    /** Writing the last lines of the log, whose reader may not be reading. */
    log: 1 * second,
    /** After this time the process exits in any case. */
    all: 12 * second,
  },
} as const;
