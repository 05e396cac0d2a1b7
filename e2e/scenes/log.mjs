// Recently deleted, the audit log, and a panel that waits.
import { answering, never } from './acts.mjs'
import { at } from './addresses.mjs'

const deleted = {
  deleted: [
    ['machine', 'FW-303', 'Northfield Confectionery', 3],
    ['user', 'otto.berg', 'Norsk Kjeks AS', 70],
    ['client', 'Pan de Ebro', null, 400],
  ].map(([kind, name, clientName, hours], index) => ({
    kind,
    id: index + 1,
    name,
    clientName,
    deletedAt: at(hours),
    restorableUntil: at(hours - 720),
  })),
}

export const logScenes = [
  {
    name: 'recently-deleted',
    who: 'admin',
    path: '/admin/panel?view=deleted',
    wire: { '**/api/admin/deleted': answering(deleted) },
  },
  { name: 'recently-deleted-none', who: 'admin', path: '/admin/panel?view=deleted' },
  { name: 'audit-log', who: 'admin', path: '/admin/panel?view=log', manual: [1440] },
  {
    name: 'panel-loading',
    who: 'clientadmin',
    path: '/admin/panel',
    wire: { '**/api/admin/user': never },
    waits: false,
    after: 2_500,
  },
]
