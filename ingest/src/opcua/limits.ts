/**
 * Until a connection that failed is tried again: from one second, doubled, with a tenth of chance, up to a minute. One that
 * broke is repaired for `repair`, so that what the server queued is not lost; then all is made anew.
 */
export const timing = { first: 1_000, most: 60_000, repair: 30_000 } as const
export type Timing = { readonly [Name in keyof typeof timing]: number }
/** Until a server serves a machine: connecting, signing in, finding, subscribing. */
export const openingMs = 60_000
/** One request to a server. */
export const requestMs = 15_000
export const connectMs = 10_000
/** Until a server has answered a farewell. */
export const partingMs = 2_000
/** What a server may keep for us while the line is cut. */
export const sessionMs = 60_000
/** How often the server sends what changed. */
export const publishMs = 250
/** How long the first values of all variables are waited for, so that they are read as one moment. */
export const firstValuesMs = 1_000
/** How often times are read that grow each second. */
export const growingMs = 10_000
/** A server without news says at least so often that it is there. */
export const keepAliveMs = 5_000
/** How often machines are looked after; below a third of the shortest hold limit, 1 s. */
export const tickMs = 250
/** How often the clock of a server is compared with ours. */
export const clockMs = 60_000
/** Values that a server queues for us between two messages, and those of one message. */
export const queueSize = 100
export const notificationsPerPublish = 1_000
/** Nodes that are looked at to find the machines of a server, and below one machine. */
export const browsedNodes = 20_000
export const machineNodes = 2_000
export const browseDepth = 10
export const nodesPerCall = 100
/** Answers that continue one browse. */
export const continuations = 50
/** Elements of an array of alarms that are read. */
export const alarmElements = 200
/** Of texts that a server sends. */
export const textCharacters = 512
/** The largest message of a server, and the largest of the chunks in which it comes. */
export const messageBytes = 4 * 1_048_576
export const chunkBytes = 65_536
/** Records of one machine that wait for the store; the oldest give way. */
export const waitingRecords = 10_000
/** Unknown certificates that are kept to be looked at. */
export const unknownCertificates = 100
