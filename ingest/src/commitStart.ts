/** A commit costs the engine about as much as so many records: when they are there, collecting more saves little. */
const worthRecords = 1_000
/** Messages of one moment come together: what begins a commit at once waits this long for them. */
const joinMs = 2
/** With so many senders the store rests as long as it wrote, at most so long: in the meantime more of them send. */
const manySenders = 50
const mostRestMs = 50
/** Senders that were answered together send again within this time; one that does not has stopped. */
const returnMs = 10

/** What waits for the next commit. */
type Waiting = {
  readonly calls: number
  readonly records: number
  /** Who waits for an answer. */
  readonly senders: number
  /** When the first of it came. */
  readonly since: number
  /** All who sent lately wait for their answer: nothing else is to come. */
  readonly allWait: boolean
}

/** How many calls were answered together, when, and how long their commit took. */
export type LastAnswer = { readonly calls: number; readonly at: number; readonly ms: number }

/** When the next commit begins. `gatherMs`: how long records of those who send by themselves are collected. */
export function commitStart(
  { calls, records, senders, since, allWait }: Waiting,
  last: LastAnswer,
  { now, gatherMs }: { readonly now: number; readonly gatherMs: number },
): number {
  if (records >= worthRecords) return now + joinMs
  if (!allWait) return since + gatherMs
  if (now - last.at > gatherMs) return now + joinMs
  // A device that waits for each answer is alone again; the calls of a gateway come back as many as they were.
  const start = calls >= last.calls ? now : since + returnMs
  // Of many senders some send by themselves, though soon after an answer: a commit for each few of them would take all of the engine.
  return senders < manySenders ? start : Math.max(start, last.at + Math.min(last.ms, mostRestMs))
}
