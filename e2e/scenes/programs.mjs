// Keys for programs, and the lines that read with them.
import { answering, press } from './acts.mjs'
import { at } from './addresses.mjs'

const key = (id, name, groups, more = {}) => ({
  ...{ id, name, groups, clientId: 1, clientName: 'Northfield Confectionery' },
  ...{ distributorId: null, distributorName: null, createdBy: 'admin', createdAt: at(2_000) },
  ...{ expiresAt: at(-6_000), lastUsedAt: at(0), lastAddress: '10.1.0.14', callsToday: 1_204 },
  ...{ oldUntil: null, ...more },
})
const keys = {
  keys: [
    key(1, 'Power BI', ['figures', 'stops']),
    key(2, 'fw-fleet', ['figures', 'stops', 'alarms'], {
      ...{ clientId: null, clientName: null, distributorId: 1, callsToday: 288 },
      distributorName: 'Albion Packaging Systems',
    }),
    key(3, 'Old Excel', ['figures'], { lastUsedAt: at(1_200), callsToday: 0, expiresAt: at(-200) }),
  ],
}
const keyCalls = '**/api/admin/key*'

export const programScenes = [
  {
    name: 'programs',
    who: 'admin',
    path: '/admin/panel?view=programs',
    wire: { [keyCalls]: answering(keys) },
  },
  {
    name: 'program-add',
    who: 'admin',
    path: '/admin/panel?view=programs',
    full: false,
    wire: { [keyCalls]: answering(keys) },
    act: press('Add Key'),
  },
]
