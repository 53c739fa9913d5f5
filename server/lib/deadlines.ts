import { requestTimeout } from '../../shared/submission.ts';

const second = 1000;
const minute = 60 * second;

/** How often the server tries to reach hCaptcha, and the time for each try. */
const captcha = { tries: 2, milliseconds: 1_200 } as const;
/** Time left for the database when the captcha service does not answer. */
const storing = 1 * second;

/** How long things may take, in milliseconds. A unit test adds up these times and compares the sums with the systemd unit. */
export const deadlines = {
  /** From the end of a visitor's request to its answer, whatever database, captcha and renderer do. */
  answer: 5 * second,
  /** Until a post is refused or stored. */
  decision: captcha.tries * captcha.milliseconds + storing,
  captcha,
  storing,
  /** To look up the result of an order. */
  result: 3_400,
  /** One page in the rendering program. The first page also waits for the program to start. */
  rendering: 2 * second,
  renderingFirst: 5 * second,
  /** To find out whether the store can be written, for monitors. */
  health: 2_500,
  store: {
    /** Each statement for a request on a database server, and the wait for a connection. */
    statement: 2 * second,
    /** Each statement, and the wait for a connection, for mail and other work that no visitor waits for. */
    background: 5 * second,
    /** A statement's wait for another process's transaction in SQLite. This wait blocks the event loop. */
    sqliteLock: 2 * second,
    /** The wait for the data directory's lock, while the server that holds the lock is ending. */
    directoryLock: 1_500,
    /** The longest wait for a connection to a database server, also where a statement may take longer. */
    connection: 10 * second,
    /** Each statement at a start, while the database server may not answer yet. */
    start: 5 * second,
    /** Each statement of a schema change, and the wait of servers that start meanwhile. */
    schemaChange: 10 * minute,
    /** Each statement of the connection that listens for notifications. */
    listener: 3 * second,
  },
  /** How long a command of the operator waits. */
  operator: {
    /** Each statement; for `status` a shorter time, because monitoring calls `status` and does not wait long. */
    statement: minute,
    status: 3 * second,
    /** Each statement that works on a whole table, such as vacuuming or moving the table. */
    table: 10 * minute,
    /** The wait for a lock on the tables of a PostgreSQL database that is to be moved. */
    tableLock: 5 * second,
    /** The wait for another command that works in the data directory. */
    otherCommand: 30 * second,
    /** The wait for mails about submissions to erase that are being sent. A mail to a file takes milliseconds. */
    mail: 5 * second,
    /** A checkpoint of SQLite's write-ahead log. Reads by the server delay a checkpoint. */
    checkpoint: 15 * second,
  },
  /** The program that erases what is older than the retention. */
  retention: 30 * minute,
  alarms: {
    /** One check of a condition. */
    check: 20 * second,
    /** A request to ALARM_URL or HEARTBEAT_URL, and the TLS handshake that shows the site's certificate. */
    request: 10 * second,
  },
  /** https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener */
  connection: {
    headers: 10 * second,
    request: requestTimeout,
    keepAlive: 60 * second,
    /** How often Node checks `headers` and `request`. */
    check: 1 * second,
    /** Silence until a connection is destroyed. While an answer is being sent, Node waits twice as long. */
    silence: 9_500,
    /** Between a refusal and the end of its connection. */
    linger: 1 * second,
  },
  mail: {
    /** Looking up the name of a mail server, and then the same time for connecting to the server. */
    connection: 10 * second,
    /** Connecting to one address, if the server has several. */
    address: 2 * second,
    /** The greeting of a mail server, and the same time for a TLS handshake. */
    greeting: 30 * second,
    /** Waiting for any other answer of a mail server. nodemailer's default is ten minutes, longer than `sending`. */
    silence: 2 * minute,
    /** Sending one mail. After this time, sending is aborted. */
    sending: 4 * minute,
    /** After sending: how long a worker tries to record the result, while the store fails. */
    recording: minute,
    /** The lease of a mail. The worker renews the lease until the outcome is recorded. */
    lease: 30 * second,
    /** The longest pause between two attempts to send a mail. */
    longestRetryDelay: 60 * minute,
    /** Between two looks at the store: the command line or another server may have made a mail due. */
    poll: 15 * second,
  },
  /** Reading the mailbox of MAIL_TO. `look`: one look. */
  mailbox: {
    look: minute,
    /** Between two looks. */
    poll: minute,
    /** How long `test-mail` waits for its mail to arrive. */
    test: minute,
  },
  /** Stopping the process. The first signal starts the clock. */
  stop: {
    /** Time in which clients with open connections may get an answer with `Connection: close`. */
    drain: 500,
    /** For the first byte on a connection. After that, the connection counts as unused. */
    firstByte: 1 * second,
    /** `mail`: until mails under way are aborted. `record`: after that, until their outcomes are recorded. */
    mail: 6 * second,
    record: 1 * second,
    /** Until open requests are aborted. */
    requests: 8 * second,
    /** `database`: closing its connections. `errorReports`: after that, sending the last error reports. */
    database: 1 * second,
    errorReports: 2 * second,
    /** Writing the last lines of the log, whose reader may not be reading. */
    log: 1 * second,
    /** After this time the process exits in any case. */
    all: 12 * second,
  },
} as const;
