import { requestTimeout } from '../../shared/submission.ts';

const second = 1000;
const minute = 60 * second;

const captcha = { tries: 2, milliseconds: 1_200 } as const;
/** Time left for the database when the captcha service does not answer. */
const storing = 1 * second;
/** The sending of one mail. Then it is aborted. */
const sending = 4 * minute;
/** Between two attempts to send a mail. */
const longestRetryDelay = 60 * minute;

/** How long things may take, in milliseconds. unit/deadlines adds them up, down to the systemd unit's. */
export const deadlines = {
  /** From the end of a visitor's request to its answer, whatever database, captcha and renderer do. */
  answer: 5 * second,
  /** Until a post is refused or stored. */
  decision: captcha.tries * captcha.milliseconds + storing,
  /** Each try to reach hCaptcha. */
  captcha,
  storing,
  /** To look up the result of an order. */
  result: 3_400,
  /** One page in the rendering program, and the same with the start of the program. */
  rendering: 2 * second,
  renderingFirst: 5 * second,
  /** To find out whether the store can be written, for monitors. */
  health: 2_500,
  store: {
    /** Each statement for a request on a database server, and the wait for a connection. */
    statement: 2 * second,
    /** The same for mail and other work that no visitor waits for. */
    background: 5 * second,
    /** A statement's wait for another process's transaction in SQLite. It blocks the event loop. */
    sqliteLock: 2 * second,
    /** The wait for the lock of a server that is just ending. */
    directoryLock: 1_500,
    /** The wait for a connection to a database server, whatever a statement may take. */
    connection: 10 * second,
    /** Each statement at a start, while the database server may not be there yet. */
    start: 5 * second,
    /** Each statement of a schema change, and the wait of others that start meanwhile. */
    schemaChange: 10 * minute,
    /** Each statement of the connection that listens. */
    listener: 3 * second,
  },
  /** What a command of the operator waits for. */
  operator: {
    /** Each statement. For `status` it is less: monitoring waits for little more. */
    statement: minute,
    status: 3 * second,
    /** Each statement that works on a whole table: to vacuum a large one, or to move it, takes a while. */
    table: 10 * minute,
    /** A lock on a table of another database, before it is moved. */
    tableLock: 5 * second,
    /** Another command at work in the data directory. */
    otherCommand: 30 * second,
    /** The end of mails under way about what is erased. One that is written to a file takes milliseconds. */
    mail: 5 * second,
    /** A checkpoint of SQLite's log, which the server's readers hold up. */
    checkpoint: 15 * second,
  },
  /** The program that erases what is older than the retention. */
  retention: 30 * minute,
  alarms: {
    /** One check of a condition; and in it a request to another site, and a handshake that shows a certificate. */
    check: 20 * second,
    request: 10 * second,
    handshake: 10 * second,
  },
  /** https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener */
  connection: {
    headers: 10 * second,
    request: requestTimeout,
    keepAlive: 60 * second,
    /** How often Node looks for those that are late. */
    check: 1 * second,
    /** Silence until a connection is destroyed. While an answer is being sent, Node waits twice as long. */
    silence: 9_500,
    /** Between a refusal and the end of its connection. */
    linger: 1 * second,
  },
  mail: {
    /** To look up the name of a mail server, and then to connect to it: each. */
    connection: 10 * second,
    /** The same for one address, if the server has more. */
    address: 2 * second,
    /** The greeting of a mail server, and a TLS handshake with it: each. */
    greeting: 30 * second,
    /** Each other answer. nodemailer's default is ten minutes, longer than `sending`. */
    silence: 2 * minute,
    sending,
    /** Time to record the result after that, while the store fails. */
    recording: minute,
    /** A worker that takes a mail keeps it for this long, and renews that while it sends and records. */
    lease: 30 * second,
    longestRetryDelay,
    /** Between two looks at the store: the command line or another server may have made a mail due. */
    poll: 15 * second,
  },
  /** Of MAIL_TO. */
  mailbox: {
    /** One look, with the connection to it. */
    look: minute,
    /** Between two looks. */
    poll: minute,
    /** What `test-mail` waits for its mail. */
    test: minute,
  },
  /** From the signal that stops the process. */
  stop: {
    /** Clients with open connections hear `Connection: close` with an answer. */
    drain: 500,
    /** For the first byte on a connection. After that, the connection counts as unused. */
    firstByte: 1 * second,
    /** Until mail under way is aborted, and then the time to record it. */
    mail: 6 * second,
    record: 1 * second,
    /** Until requests under way are aborted. */
    requests: 8 * second,
    /** Then each connection to a database server is closed, and error reports are sent. */
    database: 1 * second,
    errorReports: 2 * second,
    /** The last lines of the log, whose reader may stand still. */
    log: 1 * second,
    /** Until the process exits in any case. */
    all: 12 * second,
  },
} as const;
