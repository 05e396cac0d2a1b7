/** A sender that sends again this soon after an answer waits for its answers, so each wait makes it slower. */
const promptMs = 15

type Sender = { sentAt: number; answeredAt: number; waiting: number; urgent: boolean }

/**
 * Who has sent lately, and what waits of each: so that a commit collects the records of all who send by themselves, and
 * does not let a sender wait when nobody else would join. A sender is urgent that had been silent, or that waits for
 * each answer before it sends again.
 */
export function createActiveSenders(gatherMs: number) {
  /** The one that was silent longest first. */
  const senders = new Map<string, Sender>()
  let waiting = 0
  let patient = 0

  function weigh(sender: Sender, by: 1 | -1) {
    if (sender.waiting === 0) return
    waiting += by
    if (!sender.urgent) patient += by
  }

  /** The change of one sender, with the sums of all. */
  function change(name: string, now: number, apply: (sender: Sender) => void) {
    const sender = senders.get(name) ?? {
      sentAt: Number.NEGATIVE_INFINITY,
      answeredAt: Number.NEGATIVE_INFINITY,
      waiting: 0,
      urgent: false,
    }
    weigh(sender, -1)
    apply(sender)
    weigh(sender, 1)
    senders.delete(name)
    senders.set(name, sender)
    for (const [oldest, { sentAt, answeredAt, waiting }] of senders) {
      if (waiting > 0 || Math.max(sentAt, answeredAt) >= now - gatherMs) break
      senders.delete(oldest)
    }
  }

  return {
    sent(name: string, now: number) {
      change(name, now, (sender) => {
        const silent = sender.waiting === 0 && now - sender.sentAt > gatherMs
        // Of many messages under way the last ones are read late, although they came at once.
        const returning = sender.waiting > 0 && sender.urgent
        sender.urgent = silent || returning || now - sender.answeredAt < promptMs
        sender.sentAt = now
        sender.waiting += 1
      })
    },
    answered(name: string, now: number) {
      change(name, now, (sender) => {
        sender.waiting -= 1
        sender.answeredAt = now
      })
    },
    /** How many wait for an answer. */
    waiting: () => waiting,
    /** All who sent lately wait for their answer, and none of them would send by itself: nothing else is to come. */
    allWait: () => waiting > 0 && waiting === senders.size && patient === 0,
  }
}
