// The tiles, the choice of a client, and what stands in the way of every page.
import { press } from './acts.mjs'

export const homeScenes = [
  { name: 'home', who: 'clientadmin', path: '/admin/index', manual: [1440] },
  { name: 'client-picker', who: 'admin', path: '/admin/index', manual: [1440] },
  { name: 'shift', who: 'clientadmin', path: '/admin/shift', manual: [1440] },
  {
    name: 'shift-before',
    who: 'clientadmin',
    path: '/admin/shift',
    act: press('Shift before (←)'),
  },
  {
    name: 'client-picker-open',
    who: 'admin',
    path: '/admin/index',
    full: false,
    act: (page) =>
      page.getByRole('combobox').or(page.getByPlaceholder('Select Client...')).first().click(),
  },
  {
    name: 'menu',
    who: 'clientadmin',
    path: '/admin/panel',
    only: [390, 820],
    full: false,
    act: press('Menu'),
  },
  {
    name: 'page-failed',
    who: 'clientadmin',
    path: '/admin/index',
    wire: { '**/assets/HomeScreen*.js': (route) => route.abort() },
    waits: false,
  },
  {
    name: 'session-ended',
    who: 'clientadmin',
    path: '/admin/panel',
    wire: {
      '**/api/admin/user': (route) =>
        route.fulfill({
          status: 401,
          json: { code: 'auth.unauthorized', message: 'Unauthorized!', requestId: 'r' },
        }),
    },
    waits: false,
  },
]
