import type { ShiftPlan } from '@packboard/model'
import { createContext, useContext } from 'react'

/** The browser's IANA zone: "my time" of its user. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** The zone in which a page shows its times. */
export type PageTimes = {
  /** The zone in which every time of the page is shown and every day is cut. */
  readonly zone: string
  /** The zone that this user prefers; the page's own may come from its address. */
  readonly preferred: string
  /** Zone and shifts of the client whose page it is; null while none is chosen or they could not be loaded. */
  readonly factory: ShiftPlan | null
}

const Times = createContext<PageTimes>({
  zone: browserZone,
  preferred: browserZone,
  factory: null,
})

/** Provides the zone of the times to everything inside. */
export const PageTimesProvider = Times.Provider

export const usePageTimes = () => useContext(Times)

/** The one zone in which times are shown on this page; all code that formats a time takes it from here. */
export const useShownZone = () => useContext(Times).zone
