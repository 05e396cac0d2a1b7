/** Colours of the screens, as a person chooses them or as a wall link says; `auto` is as the device is set. */
export const colourSchemes = ['dark', 'light', 'auto'] as const
export type ColourScheme = (typeof colourSchemes)[number]

/** How much room the parts of a page have around them. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** What the cards of the overview are grouped by. */
export const overviewGroupings = ['line', 'type', 'none'] as const
export type OverviewGrouping = (typeof overviewGroupings)[number]

/** Machines that the arrangement of one person may name. */
export const arrangedMachines = 1_000

/** What a link shows without a sign-in: the wall of a hall, or the page of the operators on a tablet at a machine (D74). */
export const kioskKinds = ['board', 'operator'] as const
export type KioskKind = (typeof kioskKinds)[number]

/** D55: limits of a link for operators. */
export const kioskLimits = {
  /** Names that one link offers, and letters of one. */
  names: 60,
  nameLength: 40,
  /** Hours for which a chosen name holds on a tablet: longer than any shift; for as many more it is known as one that had the PIN. */
  passHours: 16,
  /** Wrong PINs at once, and minutes until one more is tried: of a tablet with a pass, and of all others of a link together. */
  wrongPins: 5,
  wrongPinMinutes: 5,
  /** Wrong ones on a PIN of fewer digits than a new one has, until it has to be replaced. */
  shortPinTries: 100,
  /** Passes of one name; the oldest ends when there is one more. */
  passesPerName: 50,
  /** A tablet reads and names stops of so many hours. */
  hours: 24,
} as const

/** Six to eight digits; PINs that were set before may have four. */
export const pinForm = /^\d{6,8}$/

/** The pages behind the sign-in that show data of a client, without the panel. */
const pages =
  /^\/admin\/(?:dashboard|timeline|stops|compare|wall|day-summary|productionData\/([1-9]\d{0,9})\/[^/]+)$/

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
