/** How long a message waits for those before it; then they count as lost, and the edge node is requested to begin anew. */
export const reorderMs = 2_000
/** Of one edge node: at most one rebirth request in this time, whatever it sends. */
export const rebirthMs = 60_000
/** Rebirth requests to all edge nodes together, in a second: after a broker's restart they come in turn. */
export const rebirthsPerSecond = 20
/** Edge nodes that were born before Packboard connected have this long to be heard by themselves. */
export const settleMs = 5_000
/** Largest payload of one message, and largest content of a compressed one. */
export const payloadBytes = 1_048_576
/** Messages of one edge node, and what they take in memory, that may wait for those before them. */
export const heldMessages = 128
export const heldBytes = 4 * 1_048_576
/** What a metric takes in memory beside its bytes. */
export const metricBytes = 128
