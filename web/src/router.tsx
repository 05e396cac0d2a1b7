import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { AuthShell } from './auth/AuthShell.tsx'
import { LoginScreen } from './auth/LoginScreen.tsx'
import type { CompareSearch } from './compare/compareSearch.ts'
import type { DaySearch } from './daySummary/daySearch.ts'
import {
  type EarlierSearch,
  readEarlier,
  readFilterSearch,
  readStopsSearch,
} from './filter/filterSearch.ts'
import { withTexts } from './i18n/language.ts'
import { readLineSearch } from './line/lineSearch.ts'
import type { LossSearch } from './losses/lossSearch.ts'
import { readZoomSearch } from './production/zoomSearch.ts'
import { handOverTexts, root, signInFirst } from './rootRoute.tsx'
import { readClientSearch } from './session/chosenClient.ts'
import { landsOnDashboard, readPanelSearch } from './session/pages.ts'
import { currentSession } from './session/session.ts'
import { wantedPage } from './session/wantedPage.ts'
import { readShiftSearch } from './shift/shiftSearch.ts'
import { readStopSearch } from './stops/stopSearch.ts'
import { readTimelineSearch } from './timeline/timelineSearch.ts'
import { wholeScreenRoutes } from './wholeScreenRoutes.ts'

/**
 * The routing rules and the route table of specification §2. The pages before the sign-in are loaded at once;
 * each other page is loaded when it is opened.
 */

const toIndex = () => {
  throw redirect({ to: '/admin/index', replace: true })
}
const toLogin = () => {
  throw redirect({ to: '/auth/login', replace: true })
}

const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toIndex })
const elsewhere = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toIndex })

const auth = createRoute({ getParentRoute: () => root, path: 'auth', component: AuthShell })

/** A signed-in user needs no page of an account and is sent on. */
const sendOn = ({ location }: { location: { state: { wanted?: string } } }) => {
  if (!currentSession()) return
  const wanted = wantedPage(location.state.wanted)
  if (wanted) throw redirect({ href: wanted, replace: true })
  toIndex()
}

const login = createRoute({
  getParentRoute: () => auth,
  path: 'login',
  component: LoginScreen,
  beforeLoad: sendOn,
})

const register = createRoute({
  getParentRoute: () => auth,
  path: 'register',
  component: lazyRouteComponent(() => import('./auth/RegisterScreen.tsx'), 'RegisterScreen'),
  beforeLoad: sendOn,
})

const forgotPassword = createRoute({
  getParentRoute: () => auth,
  path: 'forgot-password',
  component: lazyRouteComponent(
    () => import('./auth/ForgotPasswordScreen.tsx'),
    'ForgotPasswordScreen',
  ),
  beforeLoad: sendOn,
})

const resetPassword = createRoute({
  getParentRoute: () => auth,
  path: 'reset-password/$newToken/{-$userStatus}',
  component: lazyRouteComponent(
    () => import('./auth/ResetPasswordScreen.tsx'),
    'ResetPasswordScreen',
  ),
  beforeLoad: sendOn,
})

/** Open to signed-in users, too: it confirms an address and signs nobody in. */
const confirmEmail = createRoute({
  getParentRoute: () => auth,
  path: 'confirm-email/$emailToken',
  component: lazyRouteComponent(
    () => import('./auth/ConfirmEmailScreen.tsx'),
    'ConfirmEmailScreen',
  ),
})

/** Open to signed-in users, too: *Link*, a confirmation and *Try it* come back here. */
const company = createRoute({
  getParentRoute: () => auth,
  path: 'company',
  loader: async ({ location }) => (await import('./session/companyTrip.ts')).arrive(location.hash),
  component: lazyRouteComponent(
    () => withTexts(import('./auth/CompanyScreen.tsx'), 'account', 'errors'),
    'CompanyScreen',
  ),
})

/** Open to signed-in users, too: an admin of the demo looks for an invitation here. */
const outbox = createRoute({
  getParentRoute: () => auth,
  path: 'outbox',
  component: lazyRouteComponent(() => import('./auth/OutboxScreen.tsx'), 'OutboxScreen'),
})

const bareAuth = createRoute({ getParentRoute: () => auth, path: '/', beforeLoad: toLogin })
const unknownAuth = createRoute({ getParentRoute: () => auth, path: '$', beforeLoad: toLogin })

const admin = createRoute({
  getParentRoute: () => root,
  path: 'admin',
  component: lazyRouteComponent(
    () => withTexts(import('./shell/AdminShell.tsx'), 'machines'),
    'AdminShell',
  ),
  beforeLoad: signInFirst,
})

const home = createRoute({
  getParentRoute: () => admin,
  path: 'index',
  // For staff: whose home it is. Without it they choose.
  validateSearch: readClientSearch,
  component: lazyRouteComponent(
    () => withTexts(import('./home/HomeScreen.tsx'), 'machines'),
    'HomeScreen',
  ),
  beforeLoad: () => {
    const session = currentSession()
    if (session && landsOnDashboard(session.permissions)) {
      throw redirect({ to: '/admin/dashboard', replace: true })
    }
  },
})

const dashboard = createRoute({
  getParentRoute: () => admin,
  path: 'dashboard',
  // Its page reads the grouping once more.
  validateSearch: (search): { client?: number; group?: string } & EarlierSearch => ({
    ...readClientSearch(search),
    ...readEarlier(search),
    ...(typeof search.group === 'string' && { group: search.group }),
  }),
  component: lazyRouteComponent(
    () => withTexts(import('./overview/DashboardScreen.tsx'), 'machines'),
    'DashboardScreen',
  ),
})

const production = createRoute({
  getParentRoute: () => admin,
  path: 'productionData/$clientId/$machineId',
  validateSearch: (search) => ({
    ...readFilterSearch(search),
    ...readStopSearch(search),
    ...readZoomSearch(search),
    ...readEarlier(search),
  }),
  component: lazyRouteComponent(
    () => withTexts(import('./production/ProductionScreen.tsx'), 'machines', 'further'),
    'ProductionScreen',
  ),
})

const shift = createRoute({
  getParentRoute: () => admin,
  path: 'shift',
  validateSearch: readShiftSearch,
  component: lazyRouteComponent(
    () => withTexts(import('./shiftPage/ShiftScreen.tsx'), ...handOverTexts, 'compare'),
    'ShiftScreen',
  ),
})

const timeline = createRoute({
  getParentRoute: () => admin,
  path: 'timeline',
  validateSearch: readTimelineSearch,
  component: lazyRouteComponent(
    () => withTexts(import('./timeline/TimelineScreen.tsx'), 'machines', 'further', 'lines'),
    'TimelineScreen',
  ),
})

const line = createRoute({
  getParentRoute: () => admin,
  path: 'line',
  validateSearch: readLineSearch,
  component: lazyRouteComponent(
    () =>
      withTexts(
        import('./line/LineScreen.tsx'),
        ...(['machines', 'further', 'line', 'lines', 'shiftProgress', 'alerts'] as const),
      ),
    'LineScreen',
  ),
})

const stops = createRoute({
  getParentRoute: () => admin,
  path: 'stops',
  validateSearch: (search) => ({
    ...readStopsSearch(search),
    ...readStopSearch(search),
    ...readEarlier(search),
  }),
  component: lazyRouteComponent(
    () => withTexts(import('./stops/StopsScreen.tsx'), 'machines', 'further', 'stopBook'),
    'StopsScreen',
  ),
})

const compare = createRoute({
  getParentRoute: () => admin,
  path: 'compare',
  // Its page reads each value once more: what reads them is loaded with the page.
  validateSearch: (search): CompareSearch => search,
  component: lazyRouteComponent(
    () =>
      withTexts(import('./compare/CompareScreen.tsx'), 'machines', 'further', 'compare', 'losses'),
    'CompareScreen',
  ),
})

const losses = createRoute({
  getParentRoute: () => admin,
  path: 'losses',
  // As of the comparison: its page reads each value once more.
  validateSearch: (search): LossSearch => search,
  component: lazyRouteComponent(
    () =>
      withTexts(
        import('./losses/LossesScreen.tsx'),
        ...(['machines', 'further', 'compare', 'losses', 'stopBook'] as const),
      ),
    'LossesScreen',
  ),
})

const daySummary = createRoute({
  getParentRoute: () => admin,
  path: 'day-summary',
  // As of the comparison: its page reads each value once more.
  validateSearch: (search): DaySearch => search,
  component: lazyRouteComponent(
    () => withTexts(import('./daySummary/DaySummaryScreen.tsx'), 'machines', 'further'),
    'DaySummaryScreen',
  ),
})

const panel = createRoute({
  getParentRoute: () => admin,
  path: 'panel',
  validateSearch: readPanelSearch,
  component: lazyRouteComponent(
    () =>
      withTexts(
        import('./admin/panel/PanelScreen.tsx'),
        'machines',
        'further',
        'panel',
        'settings',
      ),
    'PanelScreen',
  ),
  beforeLoad: () => {
    const session = currentSession()
    if (session && !session.permissions.openPanel) toIndex()
  },
})

const alert = createRoute({
  getParentRoute: () => admin,
  path: 'alerts/$clientId/$id',
  component: lazyRouteComponent(
    () => withTexts(import('./alerts/AlertScreen.tsx'), 'machines', 'alerts'),
    'AlertScreen',
  ),
})

const account = createRoute({
  getParentRoute: () => admin,
  path: 'account',
  component: lazyRouteComponent(
    () =>
      withTexts(
        import('./account/AccountScreen.tsx'),
        'machines',
        'further',
        'account',
        'notifications',
      ),
    'AccountScreen',
  ),
})

const bareAdmin = createRoute({ getParentRoute: () => admin, path: '/', beforeLoad: toIndex })
const unknownAdmin = createRoute({ getParentRoute: () => admin, path: '$', beforeLoad: toIndex })

const tree = root.addChildren([
  start,
  auth.addChildren([
    login,
    register,
    forgotPassword,
    resetPassword,
    confirmEmail,
    company,
    outbox,
    bareAuth,
    unknownAuth,
  ]),
  admin.addChildren([
    home,
    dashboard,
    production,
    shift,
    timeline,
    line,
    stops,
    compare,
    losses,
    daySummary,
    panel,
    account,
    alert,
    bareAdmin,
    unknownAdmin,
  ]),
  ...wholeScreenRoutes,
  elsewhere,
])

/** The router of the browser's address, or of another `history`. */
export function makeRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    ...(history && { history }),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface HistoryState {
    /** The page that was to be opened before the sign-in (D77). */
    wanted?: string
  }
}
