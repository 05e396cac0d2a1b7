import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { actAsKiosk } from './api/kioskCredential.ts'
import { withTexts } from './i18n/language.ts'
import { readLineName } from './line/lineName.ts'
import { heldPass } from './operator/heldPass.ts'
import type { OperatorSearch } from './operator/OperatorScreen.tsx'
import { handOverTexts, root, signInFirst } from './rootRoute.tsx'
import { readClientSearch } from './session/chosenClient.ts'

/** The wall fills the screen: it stands outside of the frame of the other pages. */
const wall = createRoute({
  getParentRoute: () => root,
  path: 'admin/wall',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readClientSearch(search),
    ...readLineName(search),
  }),
  component: lazyRouteComponent(
    () => withTexts(import('./wall/WallScreen.tsx'), 'machines', 'further', 'shiftProgress'),
    'WallScreen',
  ),
  beforeLoad: signInFirst,
})

/** For a tablet beside the machine or a phone in a hand: it fills the screen, too. */
const operator = createRoute({
  getParentRoute: () => root,
  path: 'admin/operator',
  // As of the comparison: its page reads each value once more.
  validateSearch: (search): OperatorSearch => search,
  component: lazyRouteComponent(
    () => withTexts(import('./operator/OperatorScreen.tsx'), ...handOverTexts, 'alerts'),
    'OperatorScreen',
  ),
  beforeLoad: signInFirst,
})

/** The page of the operators on the tablet of a link: a name is chosen in the place of a sign-in. */
const operatorLink = createRoute({
  getParentRoute: () => root,
  path: 'operator',
  component: lazyRouteComponent(
    () => withTexts(import('./operator/OperatorLinkScreen.tsx'), ...handOverTexts, 'alerts'),
    'OperatorLinkScreen',
  ),
  beforeLoad: ({ location: { hash }, preload }) => {
    if (!preload) actAsKiosk(hash + heldPass(hash).pass)
  },
  onLeave: () => actAsKiosk(null),
})

/** The wall of a link: there is no session, the token stands behind the #. */
const kiosk = createRoute({
  getParentRoute: () => root,
  path: 'wall',
  validateSearch: readLineName,
  component: lazyRouteComponent(
    () => withTexts(import('./wall/KioskScreen.tsx'), 'machines', 'further', 'shiftProgress'),
    'KioskScreen',
  ),
  beforeLoad: ({ location, preload }) => {
    if (!preload) actAsKiosk(location.hash)
  },
  onLeave: () => actAsKiosk(null),
})

/** The alert of a link in a message: there is no session. */
const alertLink = createRoute({
  getParentRoute: () => root,
  path: 'alert/$token',
  component: lazyRouteComponent(
    () => withTexts(import('./auth/AlertLinkScreen.tsx'), 'machines', 'alerts'),
    'AlertLinkScreen',
  ),
})

/** An address that is no account confirms that it wants messages. */
const alertAddress = createRoute({
  getParentRoute: () => root,
  path: 'alert-address/$token',
  component: lazyRouteComponent(
    () => withTexts(import('./auth/AlertAddressScreen.tsx'), 'alerts'),
    'AlertAddressScreen',
  ),
})

/** The link in a report: its recipient stops it, without a session. */
const reportLink = createRoute({
  getParentRoute: () => root,
  path: 'report/$token',
  component: lazyRouteComponent(
    () => withTexts(import('./auth/ReportLinkScreen.tsx'), 'reports'),
    'ReportLinkScreen',
  ),
})

/** The pages that fill the screen: of a television, of a tablet, and of the links in messages. */
export const wholeScreenRoutes = [
  wall,
  operator,
  operatorLink,
  alertLink,
  alertAddress,
  reportLink,
  kiosk,
] as const
