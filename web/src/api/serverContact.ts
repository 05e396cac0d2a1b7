import { listeners } from '../listeners.ts'

/**
 * Does the server answer? The time of every answer is stored, also for the page that a browser shows when the server is
 * unreachable: it says since when.
 */
export type Contact = {
  /** Milliseconds since 1970 of the last answer in this browser, by its own clock; null when there was none. */
  readonly answeredAt: number | null
  /** A call has just got no answer, or the browser has no network. */
  readonly lost: boolean
}

const key = 'packboard.answered'
/** The offline page needs no finer times than this. */
const noteEveryMs = 5_000

let contact: Contact = { answeredAt: null, lost: false }
let notedAt = 0
const { watch, notify } = listeners()

/** The server has answered, with any status. */
export function noteAnswer(now = Date.now()) {
  if (now - notedAt >= noteEveryMs || contact.lost) {
    notedAt = now
    keep(now)
  }
  // Listeners are notified only when the state changes.
  const wasLost = contact.lost
  contact = { answeredAt: now, lost: false }
  if (wasLost) notify()
}

/** A call got no answer. */
export function noteSilence() {
  if (contact.lost) return
  contact = { ...contact, lost: true }
  notify()
}

export const serverContact = () => contact

export const watchContact = watch

window.addEventListener('offline', noteSilence)

function keep(now: number) {
  try {
    localStorage.setItem(key, String(now))
  } catch {
    // A full or closed storage loses only the time on the offline page.
  }
}
