/** What an address says the page is compared with: its `with`. */
export type EarlierSearch = { with?: string }

/** Any word stays: its page reads it once more, and this file comes with every page. */
export const readEarlier = ({ with: kind }: Record<string, unknown>): EarlierSearch =>
  typeof kind === 'string' && /^\w{1,16}$/.test(kind) ? { with: kind } : {}
