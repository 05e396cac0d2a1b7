import { listeners } from '../listeners.ts'
import { serverNow } from '../time/serverClock.ts'

/**
 * Does the server answer? The time of every answer is stored, also for the page that a browser shows when the server is
 * unreachable: it says since when. The times here are milliseconds since 1970 on the server's clock.
 */
export type Contact = {
  /** The last answer; null when there was none. */
  readonly answeredAt: number | null
  /** Since when calls get no answer, or the browser has no network; null: the server answers. */
  readonly lostAt: number | null
  /** What the open page shows live; null on a page without live values. */
  readonly live: LiveValues | null
}

/** The values of a page that are renewed by themselves. */
export type LiveValues = {
  readonly from: number
  /** Since when the server answers without them; null: the last answer had them. */
  readonly failedAt: number | null
  readonly nextTryAt: number | null
  readonly retry: () => void
}

/** A page says so when its values were not renewed for this long; a shorter break is over before a person has read of it. */
export const troubleMs = 10_000

const key = 'packboard.answered'
/** The offline page needs no finer times than this. */
const noteEveryMs = 5_000

let contact: Contact = { answeredAt: null, lostAt: null, live: null }
let notedAt = 0
const { watch, notify } = listeners()

/** The server has answered, with any status, or sent a part of a stream. */
export function noteAnswer() {
  const wasLost = contact.lostAt !== null
  const now = Date.now()
  if (now - notedAt >= noteEveryMs || wasLost) {
    notedAt = now
    keep(now)
  }
  contact = { ...contact, answeredAt: serverNow(), lostAt: null }
  // Listeners are notified only when the state changes.
  if (wasLost) notify()
}

/** A call got no answer. */
export function noteSilence() {
  if (contact.lostAt !== null) return
  contact = { ...contact, lostAt: serverNow() }
  notify()
}

/** The page has other live values than before, or none any more. */
export function noteLive(live: LiveValues | null) {
  contact = { ...contact, live }
  notify()
}

export const serverContact = () => contact

export const watchContact = watch

/** The moment up to which the page knows what happens: now, and while the server is lost its last answer. */
export const knownNow = (): number =>
  contact.lostAt === null ? serverNow() : (contact.answeredAt ?? serverNow())

window.addEventListener('offline', noteSilence)

function keep(now: number) {
  try {
    localStorage.setItem(key, String(now))
  } catch {
    // A full or closed storage loses only the time on the offline page.
  }
}
