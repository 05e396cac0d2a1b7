/** The pages behind the sign-in; the start page is where everybody lands who wanted no other. */
const pages =
  /^\/admin\/(?:dashboard|shift|timeline|stops|compare|wall|operator|day-summary|panel|productionData\/[^/]+\/[^/]+)$/

/** Any origin: an address that leads to another one than this is not ours. */
const own = 'https://own.invalid'

/** The page to open after a sign-in (D77): an address of a page of our own, or null. Nothing else is ever followed. */
export function wantedPage(text: unknown): string | null {
  if (typeof text !== 'string' || !text.startsWith('/')) return null
  const url = URL.parse(text, own)
  return url?.origin === own && pages.test(url.pathname) ? url.pathname + url.search : null
}
