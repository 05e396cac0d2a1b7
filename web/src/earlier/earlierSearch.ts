import { earlierKinds } from '@packboard/model'

/** What an address says the page is compared with: its `with`. */
export type EarlierSearch = { with?: string }

export const readEarlier = (search: Record<string, unknown>): EarlierSearch => {
  const kind = earlierKinds.find((each) => each === search.with)
  return kind ? { with: kind } : {}
}
