import { type Session, session as sessionShape } from '@packboard/contract'
import { listeners } from '../listeners.ts'

/**
 * The session, as this browser stores it (specification §4). `browserSaved` sessions live in the local storage and
 * are shared by all tabs; the others live as long as their tab.
 */

const key = 'packboard.session'
const { watch, notify } = listeners()
let endedElsewhere = false
let signedOut = false
let known: { text: string | null; session: Session | null } = { text: null, session: null }

export function currentSession(): Session | null {
  const text = localStorage.getItem(key) ?? sessionStorage.getItem(key)
  if (text !== known.text) known = { text, session: parse(text) }
  return known.session
}

export function keepSession(session: Session, browserSaved = true) {
  forget()
  endedElsewhere = false
  signedOut = false
  const storage = browserSaved ? localStorage : sessionStorage
  storage.setItem(key, JSON.stringify(session))
  notify()
}

/** Whether the browser keeps the session when it is closed. */
export const isSavedSession = () => localStorage.getItem(key) !== null

/** Ends the session here. `refused`: the server no longer knows it, and the user did not sign out here. */
export function endSession(refused = false) {
  end({ refused, byIntent: false })
}

/** The person signs out. */
export function signOut() {
  end({ refused: false, byIntent: true })
}

function end({ refused, byIntent }: { refused: boolean; byIntent: boolean }) {
  forget()
  endedElsewhere = refused
  signedOut = byIntent
  notify()
}

/** Did the session end without a sign-out in this tab? */
export const endedWithoutAWord = () => endedElsewhere

/** Did the person sign out in this tab? Then the next sign-in begins anew. */
export const leftByIntent = () => signedOut

/** Calls back after a sign-in or sign-out, here or in another tab. */
export const watchSession = watch

window.addEventListener('storage', (event) => {
  if (event.key !== key && event.key !== null) return
  endedElsewhere = currentSession() === null
  notify()
})

function forget() {
  localStorage.removeItem(key)
  sessionStorage.removeItem(key)
}

function parse(text: string | null): Session | null {
  if (text === null) return null
  try {
    return sessionShape.parse(JSON.parse(text))
  } catch {
    return null
  }
}
