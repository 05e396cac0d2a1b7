import { landsOnDashboard, seesPanel } from '@packboard/model'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { AuthShell } from './auth/AuthShell.tsx'
import { ComingAuthScreen } from './auth/ComingAuthScreen.tsx'
import { LoginScreen } from './auth/LoginScreen.tsx'
import { HomeScreen } from './home/HomeScreen.tsx'
import { ComingScreen } from './later/ComingScreen.tsx'
import { currentSession } from './session/session.ts'
import { AdminShell } from './shell/AdminShell.tsx'

/** The routing rules and the route table of specification §2. */

const root = createRootRoute({ component: Outlet, notFoundComponent: () => null })

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/index', replace: true })
  },
})

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/admin/index', replace: true })
  },
})

const auth = createRoute({ getParentRoute: () => root, path: 'auth', component: AuthShell })

const login = createRoute({
  getParentRoute: () => auth,
  path: 'login',
  component: LoginScreen,
  beforeLoad: () => {
    if (currentSession()) throw redirect({ to: '/admin/index', replace: true })
  },
})

const register = createRoute({
  getParentRoute: () => auth,
  path: 'register',
  component: () => <ComingAuthScreen title="Create account" />,
})

const forgotPassword = createRoute({
  getParentRoute: () => auth,
  path: 'forgot-password',
  component: () => <ComingAuthScreen title="Forgot password" />,
})

const resetPassword = createRoute({
  getParentRoute: () => auth,
  path: 'reset-password/$newToken/{-$userStatus}',
  component: () => <ComingAuthScreen title="Reset password" />,
})

const unknownAuth = createRoute({
  getParentRoute: () => auth,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/auth/login', replace: true })
  },
})

const bareAuth = createRoute({
  getParentRoute: () => auth,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/auth/login', replace: true })
  },
})

const admin = createRoute({
  getParentRoute: () => root,
  path: 'admin',
  component: AdminShell,
  beforeLoad: () => {
    if (!currentSession()) throw redirect({ to: '/auth/login', replace: true })
  },
})

const home = createRoute({
  getParentRoute: () => admin,
  path: 'index',
  component: HomeScreen,
  beforeLoad: () => {
    const session = currentSession()
    if (session && landsOnDashboard(session.role)) {
      throw redirect({ to: '/admin/dashboard', replace: true })
    }
  },
})

const dashboard = createRoute({
  getParentRoute: () => admin,
  path: 'dashboard',
  component: lazyRouteComponent(() => import('./overview/DashboardScreen.tsx'), 'DashboardScreen'),
})

const production = createRoute({
  getParentRoute: () => admin,
  path: 'productionData/$clientId/$machineId',
  component: lazyRouteComponent(
    () => import('./production/ProductionScreen.tsx'),
    'ProductionScreen',
  ),
})

const daySummary = createRoute({
  getParentRoute: () => admin,
  path: 'day-summary',
  component: () => <ComingScreen title="Per Day Summary" />,
})

const panel = createRoute({
  getParentRoute: () => admin,
  path: 'panel',
  component: () => <ComingScreen title="Management Panel" />,
  beforeLoad: () => {
    const session = currentSession()
    if (session && !seesPanel(session.role)) throw redirect({ to: '/admin/index', replace: true })
  },
})

const unknownAdmin = createRoute({
  getParentRoute: () => admin,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/admin/index', replace: true })
  },
})

const bareAdmin = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/index', replace: true })
  },
})

const tree = root.addChildren([
  start,
  auth.addChildren([login, register, forgotPassword, resetPassword, bareAuth, unknownAuth]),
  admin.addChildren([home, dashboard, production, daySummary, panel, bareAdmin, unknownAdmin]),
  elsewhere,
])

export function makeRouter() {
  return createRouter({ routeTree: tree, defaultPreload: 'intent', scrollRestoration: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
