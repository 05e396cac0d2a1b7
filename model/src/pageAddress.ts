/** The pages behind the sign-in that show data of a client, without the panel. */
const pages =
  /^\/admin\/(?:dashboard|timeline|compare|wall|day-summary|productionData\/([1-9]\d{0,9})\/[^/]+)$/

/** Any origin: an address that leads to another one than this is not ours. */
const own = 'https://own.invalid'

/** Characters of the longest address of a page; a browser's own may be ten times as long. */
export const longestPageAddress = 2_000

/**
 * An address of a page of our own that shows data of this client, without the client of its search: the reader's own
 * is that of the view. Null for every other text, another origin and a machine of another client among them.
 */
export function pageAddressOf(text: string, clientId: number): string | null {
  if (text.length > longestPageAddress || !text.startsWith('/')) return null
  const url = URL.parse(text, own)
  if (url?.origin !== own || url.hash !== '') return null
  const page = pages.exec(url.pathname)
  if (!page || (page[1] !== undefined && page[1] !== String(clientId))) return null
  // As it was written: what the router of the page reads is not spelt as URLSearchParams spells it.
  const search = url.search
    .slice(1)
    .split('&')
    .filter((entry) => entry !== '' && !entry.startsWith('client='))
    .join('&')
  return url.pathname + (search && `?${search}`)
}
