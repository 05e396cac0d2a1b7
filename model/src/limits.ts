/** D55: machines of one client; each is a card of one page, and an event of one stream. */
export const machinesPerClient = 2_000

/**
 * What an administrator may set for the whole installation (D84), with the least and the most: megabytes that a device sends
 * in a day, and the quarantined records and megabytes that are stored of one machine.
 */
export const limitRanges = {
  deviceMegabytesPerDay: { min: 64, max: 999_999 },
  quarantineRecords: { min: 1_000, max: 999_999 },
  quarantineMegabytes: { min: 1, max: 999_999 },
} as const

export type LimitName = keyof typeof limitRanges
export type InstallationLimits = { readonly [Name in LimitName]: number }

/** From this share of a limit on, a device or machine is near it. */
export const nearLimitShare = 0.8

/** What a file of records may have (D55): MB are 1,000,000 bytes. */
export const recordFileLimits = {
  /** CSV and NDJSON, which are read from the disk as they are. */
  bytes: 200_000_000,
  /**
   * XLSX, which is unpacked: the file, all that it unpacks to, of that the texts of its cells, which are held, and each
   * part that says how the sheet is read; its entries, and the XML elements of what is read.
   */
  xlsxBytes: 20_000_000,
  unpackedBytes: 300_000_000,
  sharedTextBytes: 40_000_000,
  otherPartBytes: 4_000_000,
  entries: 1_000,
  elements: 1_000_000,
  rows: 5_000_000,
  /** Characters of one line. */
  rowCharacters: 65_536,
  columns: 256,
  /** Values within one another in a line of NDJSON; the line itself is the first. */
  depth: 4,
  /** Bytes of one piece of an upload. */
  pieceBytes: 4_000_000,
  /** Refused lines that a report keeps. */
  refusedLines: 1_000,
  previewRows: 10,
  /** First rows among which the head is looked for, and of which a person chooses it. */
  headRows: 20,
  /** Rows, and characters of them, from which columns, types and the mapping are guessed. */
  sampleRows: 1_000,
  sampleCharacters: 8_000_000,
  /** Days for which an import is listed, and hours for which a file waits to be started. */
  keptDays: 30,
  waitingHours: 24,
  /** Minutes for which an upload may be silent. */
  silentMinutes: 10,
  /** Bytes that have arrived of all files that wait or are read, and of those of the clients of one distributor. */
  allBytes: 2_000_000_000,
  distributorBytes: 500_000_000,
  mappingsPerClient: 100,
  listed: 100,
} as const

/**
 * The process that opens a file of records: megabytes of its heap, seconds of its processor time, how many there are at one time,
 * how many calls of a client wait for one and for how long, and for how long a client keeps it while others wait.
 */
export const fileReaderLimits = {
  heapMegabytes: 256,
  processorSeconds: 60,
  atOnce: 2,
  waitingPerClient: 8,
  waitSeconds: 20,
  turnSeconds: 20,
  /** Bytes of one message from it, and characters and rows after which a message is sent. */
  messageBytes: 524_288,
  messageCharacters: 65_536,
  messageRows: 50,
} as const
/** Saved views of one person of one client, and letters of the name of one. */
export const savedViewLimits = { ofPerson: 100, name: 80 } as const

/**
 * What a message may be built of, beside its bytes: work and memory grow by values, nesting and names, and a few kilobytes
 * can hold a million of them. Each door counts before it builds anything; what has more is quarantined without being read, as
 * cut text.
 */
export const structureLimits = {
  /** A record of a machine has some twenty values; one with a time for each state has about fifty. */
  record: { values: 64, depth: 4, bytes: 16_384, nameCharacters: 64 },
  /** A message of MQTT: of 1,000 samples about 150 kB. */
  message: { bytes: 262_144 },
  /** Different names in all records of one call. */
  call: { names: 1_000 },
  /** Metrics of one message of Sparkplug B, those of all births of one edge node together, and the name of one. */
  sparkplug: { metrics: 5_000, aliases: 20_000, nameCharacters: 256 },
  /** A value of OPC UA, its texts together: an array of 200 alarms has about 2,000 values and 100,000 characters. */
  opcUaValue: { values: 5_000, depth: 6, textCharacters: 131_072 },
  /** A row of a file, when one process passes it to another. */
  fileRow: { values: 256, textCharacters: 65_536 },
} as const

/** The bounds of keys for programs (D92). */
export const programKeyLimits = {
  /** Keys of one client, distributor or the installation that have not ended. */
  perOwner: 50,
  /** Without another wish a key ends after so many days, and with one at the latest after the other. */
  days: 365,
  daysAtMost: 1_096,
  /** Calls of one key in a second. */
  callsPerSecond: 20,
  /** Rows of one answer. */
  rows: 10_000,
  /** How long the former secret of a key is valid after a new one was made. */
  overlapHours: 24,
  nameLength: 80,
} as const
