/**
 * The way of this tab to the page of a company and back. The tab keeps a secret meanwhile; its SHA-256 goes with the person, so that
 * only this tab can fetch what the company said, also where a stranger sends a link.
 */
export type CompanyTrip = {
  readonly secret: string
  readonly purpose: 'signIn' | 'link' | 'confirm' | 'try'
  /** The page of ours that opens afterwards; null: the start page. */
  readonly back: string | null
}

const key = 'packboard.companyTrip'
const secretBytes = 32

/** Leaves this page; apart, so that tests stay. */
export const leaving = { to: (address: string) => window.location.assign(address) }

/** Where a person comes back to who leaves from a page of an account. */
export const thisPage = () => window.location.pathname + window.location.search

/** Whether this browser can begin: SHA-256 is for pages by https and on this machine alone. */
export const mayTravel = () => 'subtle' in crypto

/** Leaves for the company; `begin` returns its address for the SHA-256 of the secret. */
export async function travel(
  trip: Omit<CompanyTrip, 'secret'>,
  begin: (challenge: string) => Promise<string> | string,
): Promise<void> {
  const secret = base64url(crypto.getRandomValues(new Uint8Array(secretBytes)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  const address = await begin(base64url(new Uint8Array(digest)))
  sessionStorage.setItem(key, JSON.stringify({ ...trip, secret }))
  leaving.to(address)
}

/** What comes back from the company: its code or the failure, and the way that this tab had begun, which ends here. */
export type Arrival = {
  readonly code: string | null
  readonly failed: string | null
  readonly trip: CompanyTrip | null
}

/** Reads what stands behind the # of the address. */
export function arrive(hash: string): Arrival {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const trip = keptTrip()
  sessionStorage.removeItem(key)
  return { code: said.get('code'), failed: said.get('failed'), trip }
}

function keptTrip(): CompanyTrip | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isTrip(kept) ? kept : null
  } catch {
    return null
  }
}

const purposes: readonly unknown[] = ['signIn', 'link', 'confirm', 'try']

function isTrip(kept: unknown): kept is CompanyTrip {
  if (typeof kept !== 'object' || kept === null) return false
  const { secret, purpose, back } = { secret: null, purpose: null, back: undefined, ...kept }
  const isBack = back === null || typeof back === 'string'
  return typeof secret === 'string' && purposes.includes(purpose) && isBack
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
