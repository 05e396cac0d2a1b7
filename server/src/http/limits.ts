import { kioskLimits, programKeyLimits } from '@packboard/model'

/**
 * The limits of the HTTP server (D55); those of a feature stand beside it, and docs/security.md names all. A caller that exceeds one gets a clear answer: 400, 413, 429 or
 * 503 with `Retry-After`.
 */
export const limits = {
  /** Bytes of a request's body; a body of records is larger (D43: 10,000 of them). */
  bodyBytes: 1024 * 1024,
  ingestBodyBytes: 8 * 1024 * 1024,
  /** Readings of one call between processes: up to 64 MiB of unpacked records with what they came from. */
  peerBodyBytes: 256 * 1024 * 1024,
  /** A picture of a machine type (D52), pixels of a side, and how many are re-encoded at one time: each takes a core. */
  pictureBytes: 5 * 1024 * 1024,
  /** The form that brings it: the picture and its few short fields. */
  pictureFormBytes: 5 * 1024 * 1024 + 64 * 1024,
  pictureSide: 4_096,
  picturesAtOnce: 2,
  pictureWaitMs: 5_000,
  pictureSeconds: 15,
  /** A body deeper or wider than this is refused (T66). */
  jsonDepth: 16,
  jsonValues: 20_000,
  /** Keys of a query string, each of which may appear once (T7). */
  queryKeys: 40,
  urlBytes: 4_096,
  headerBytes: 16 * 1024,

  /** Slow senders (T67), milliseconds. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** An idle connection; the live stream sends every 15 s. */
  idleTimeout: 75_000,
  keepAliveTimeout: 72_000,
  connections: 12_000,
  connectionsPerAddress: 200,

  /** Calls of one signed-in person: this many at once, and then this many a second. */
  reads: { burst: 120, perSecond: 20 },
  /** Calls of one key for programs. */
  programCalls: {
    burst: programKeyLimits.callsPerSecond,
    perSecond: programKeyLimits.callsPerSecond,
  },
  /** How often the calls of keys are written down. */
  programNoteMs: 5_000,
  /** Refused calls (401) of one address before it has to wait. */
  refusals: { burst: 60, perSecond: 2 },
  /** Heartbeats of the edge recorders of one device: each is written. */
  heartbeats: { burst: 40, perSecond: 2 },
  /** Wrong sign-ins of a device by one name of one address, over HTTP and MQTT, before it has to wait. */
  deviceFailures: { burst: 5, perSecond: 0.1 },
  /** Entries of the audit log about wrong sign-ins of devices: of one name and address, and of one client. */
  deviceFailureEntries: { burst: 1, perSecond: 1 / 600 },
  deviceFailureEntriesOfClient: { burst: 60, perSecond: 1 / 60 },
  /** Refusals of taken user names and addresses for the people of one client or distributor, and then so many a second. */
  takenNames: { burst: 10, perSecond: 1 / 60 },
  /** Sign-ins of one address, on top of the slowing per account that the management store does. */
  signIns: { burst: 30, perSecond: 0.5 },
  /** Second steps of sign-ins and sign-ins by a passkey of one address, on top of the slowing per account. */
  secondFactors: { burst: 60, perSecond: 1 },
  /** Steps of company sign-ins of one address: begun, answered, fetched, looked for. */
  companySteps: { burst: 60, perSecond: 1 },
  /** Back-channel logouts of one address, bytes of one, and that each counts once. */
  logouts: { name: 'back-channel logout', burst: 200, perSecond: 20 },
  logoutOnce: { name: 'back-channel logout by its id', burst: 1, perSecond: 1 / 600 },
  logoutBytes: 32 * 1024,
  /** Wrong PINs of one link of a tablet before it has to wait (D74). */
  wrongPins: { burst: kioskLimits.wrongPins, perSecond: 1 / (60 * kioskLimits.wrongPinMinutes) },
  /** Registrations, forgotten passwords and uses of links of one address: so many at once, and then so many a second. */
  signUps: { burst: 10, perSecond: 1 / 60 },
  forgots: { burst: 10, perSecond: 1 / 30 },
  resets: { burst: 20, perSecond: 0.5 },
  outboxes: { burst: 60, perSecond: 2 },

  /** Jobs for people who are not signed in that may wait; each is a query to the store. */
  errandsWaiting: 200,
  /** E-mails that are on their way or wait for their next try. */
  mailsWaiting: 500,
  mailConnections: 2,
  /** Milliseconds that a mail server may take for each step. */
  mailTimeout: 10_000,
  /** Milliseconds that an answer of the panel waits for the mail server. */
  mailPatience: 8_000,
  /** A process looks for messages whose moment has come, and sends so many of a channel at one time. */
  outboxLookMs: 1_000,
  outboxAtOnce: { mail: 2, push: 8, hook: 16, mqtt: 8 },
  /** Of one client, of webhooks and brokers. */
  hooksAtOnceOfClient: 4,
  /** Milliseconds of one message as a whole; its lease is longer. */
  messageTimeout: 25_000,
  /** Milliseconds of one call to a webhook, a push service or a broker, and how much of an answer is read. */
  hookTimeout: 10_000,
  hookAnswerBytes: 64 * 1024,
  /** Bytes that a broker sends for one message: an acknowledgement has four. */
  brokerAnswerBytes: 4 * 1024,
  /** Bytes of a push message. */
  pushBytes: 3_000,
  /** Uses of links in messages of one address, and tests of one person. */
  alertLinks: { burst: 60, perSecond: 1 },
  messageTests: { burst: 5, perSecond: 1 / 30 },
  /** Reports that one person makes by hand, to look at or to send. */
  reportSends: { burst: 20, perSecond: 1 / 10 },
  /** Tests of the webhooks and brokers of one client. */
  hookTests: { burst: 10, perSecond: 1 / 6 },
  /** *Send now* of the deliveries of one webhook or broker. */
  deliveriesByHand: { burst: 10, perSecond: 1 / 6 },
  /** E-mails to one address that inform its owner of a registration. */
  ownerMails: { burst: 2, perSecond: 1 / 3_600 },
  /** E-mails that the local outbox keeps. */
  outboxMails: 200,

  /** Password checks at one time; each takes a core for about 20 ms (T35). */
  signInsAtOnce: 20,

  /**
   * Queries to the telemetry engine (T64, D83). A question is long when its window has more days, or days × machines are
   * more; it takes 2 turns, and one more for so many machine-days, up to the last number. All others take one turn.
   */
  shortDays: 31,
  shortMachineDays: 1_550,
  machineDaysPerTurn: 3_660,
  turnsPerQuestion: 4,
  /**
   * Turns at one time: a production page sends 16 questions at once. Short ones leave four to a long one. A long one takes a
   * core for seconds: there are no more of them than cores, and they leave at least half of the turns to the short ones.
   */
  questions: {
    all: 24,
    short: 20,
    longPerCore: 2,
    longLeast: 4,
    long: 12,
    perClient: 16,
    perViewer: 8,
    longPerClient: 4,
    longPerViewer: 2,
    waiting: 200,
    waitingPerClient: 64,
    waitingPerViewer: 32,
    waitMs: 10_000,
    longWaitMs: 30_000,
  },
  /** Turns of pages that show the present: the overview, the wall, live streams. */
  liveQuestions: {
    all: 8,
    short: 8,
    long: 0,
    perClient: 4,
    perViewer: 3,
    longPerClient: 0,
    longPerViewer: 0,
    waiting: 400,
    waitingPerClient: 64,
    waitingPerViewer: 16,
    waitMs: 10_000,
    longWaitMs: 10_000,
  },
  exportWaitMs: 10_000,

  /** Rows of one answer (D83); a longer one is refused with 400. */
  dayRows: 10_000,
  /** Rows of one comparison, and the pieces of time that its rows are put together from. */
  compareRows: 400,
  comparePieces: 1_200,
  /** Pieces of state, or alarms, that one chart of a day draws. */
  chartMarks: 20_000,
  /** Points of all speed charts of one overview: 50 machines for 31 days. */
  graphPoints: 250_000,
  /** Columns of all lanes of one timeline, at most two pieces each and 32 bytes a piece; points of speed of one lane. */
  timelineColumns: 25_000,
  timelineSpeeds: 240,

  /** Rows of one page while a table is exported, and of the whole file: a spreadsheet holds only a little more. */
  exportPage: 2_000,
  exportRows: 1_000_000,
  /** Files being written at one time: a slow reader keeps one open. */
  exportsPerUser: 2,
  exports: 12,

  /** How long an answer about readiness is shared: any caller may ask, the stores answer once in this time. */
  readySharedMs: 1_000,

  /** Open live streams. */
  streamsPerUser: 6,
  streams: 10_000,
  /** Bytes that may wait for a slow reader before its stream is closed. */
  streamBufferBytes: 256 * 1024,
  /** And for each machine of the stream: one event of it, with texts of ordinary length. */
  streamMachineBytes: 1024,
  /** A reader that took nothing for this long is disconnected. */
  streamStallMs: 30_000,
  streamCommentMs: 15_000,
  /** How often a stream checks whether its session is still valid; with the cache below within the 5 s of D40. */
  streamCheckMs: 2_000,
  /** How long a row of the session table may be cached. */
  sessionCacheMs: 2_000,
  /** How long a confirmation counts for what erases, opens or hands on (D91). */
  confirmedMs: 10 * 60_000,

  /**
   * Bodies that are being read, worked on or withheld (D84), and the bytes that they announced. A body without a turn waits
   * unread, for a limited time. A small body counts as a fraction, whose sums are exact: a gateway that sends single
   * records has 32 of them under way.
   */
  recordBodies: {
    smallBytes: 16 * 1024,
    smallTakes: 1 / 8,
    perSender: 4,
    perClient: 32,
    atOnce: 64,
    bytesPerSender: 32 * 1024 * 1024,
    bytesPerClient: 64 * 1024 * 1024,
    bytes: 128 * 1024 * 1024,
  },
  /** All other bodies of at least so many bytes: pictures, imports. */
  otherBodies: {
    from: 64 * 1024,
    smallBytes: 0,
    smallTakes: 1,
    perSender: 4,
    perClient: 8,
    atOnce: 32,
    bytesPerSender: 12 * 1024 * 1024,
    bytesPerClient: 24 * 1024 * 1024,
    bytes: 64 * 1024 * 1024,
  },
  bodyWaitMs: 2_000,
  /** How long the sender of a refused body may read its answer before the connection is closed. */
  unwantedBodyMs: 1_000,
  /** Packed bodies of records that are unpacked at one time: each may become 64 MiB. */
  unpackedAtOnce: 4,
  unpackedPerDevice: 2,
  unpackedWaitMs: 5_000,

  /** Machines in one machinesData call (contract), and its longest window. */
  overviewDays: 31,
  /** An overview of at most this window is a live view: a day, and the hour that a clock may give it. */
  liveMs: 25 * 3_600_000,
  /** Seconds of one point of the overview's speed chart. */
  graphSeconds: 600,
  stripMs: 8 * 3_600_000,
  /** Records younger than this may still be on their way (D28). */
  settleMs: 2_000,
} as const
