import { type Session, session as sessionShape } from '@packboard/contract'

/**
 * The session, as this browser stores it (specification §4). `browserSaved` sessions live in the local storage and
 * are shared by all tabs; the others live as long as their tab.
 */

const key = 'packboard.session'
const listeners = new Set<() => void>()
let endedElsewhere = false
let known: { text: string | null; session: Session | null } = { text: null, session: null }

export function currentSession(): Session | null {
  const text = localStorage.getItem(key) ?? sessionStorage.getItem(key)
  if (text !== known.text) known = { text, session: parse(text) }
  return known.session
}

export function keepSession(session: Session, browserSaved = true) {
  forget()
  endedElsewhere = false
  const storage = browserSaved ? localStorage : sessionStorage
  storage.setItem(key, JSON.stringify(session))
  notify()
}

/** Signs out here. `refused`: the server no longer knows the session, and the user did not sign out here. */
export function endSession(refused = false) {
  forget()
  endedElsewhere = refused
  notify()
}

/** Did the session end without a sign-out in this tab? */
export const endedWithoutAWord = () => endedElsewhere

/** Calls back after a sign-in or sign-out, here or in another tab. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

window.addEventListener('storage', (event) => {
  if (event.key !== key && event.key !== null) return
  endedElsewhere = currentSession() === null
  notify()
})

function forget() {
  localStorage.removeItem(key)
  sessionStorage.removeItem(key)
}

function notify() {
  for (const listener of listeners) listener()
}

function parse(text: string | null): Session | null {
  if (text === null) return null
  try {
    return sessionShape.parse(JSON.parse(text))
  } catch {
    return null
  }
}
