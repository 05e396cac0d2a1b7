import type { ShiftPlan } from '@packboard/model'
import { createContext, useContext } from 'react'

/** The browser's IANA zone: "my time" of whoever looks at it. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** On whose clock a page tells its times. */
export type PageTimes = {
  /** The zone in which every time of the page is told and every day is cut. */
  readonly zone: string
  /** The zone that this person prefers; the page's own may come from its address. */
  readonly preferred: string
  /** Zone and shifts of the client whose page it is; null while none is chosen or they could not be loaded. */
  readonly factory: ShiftPlan | null
}

const Times = createContext<PageTimes>({
  zone: browserZone,
  preferred: browserZone,
  factory: null,
})

/** Says for everything inside on whose clock times are told. */
export const PageTimesProvider = Times.Provider

export const usePageTimes = () => useContext(Times)

/** The one zone in which times are shown on this page; whoever writes a time asks here. */
export const useShownZone = () => useContext(Times).zone
