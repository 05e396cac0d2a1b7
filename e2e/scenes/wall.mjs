// The television.
import { notScheduled } from './acts.mjs'

export const wallScenes = [
  { name: 'wall', who: 'clientadmin', path: '/admin/wall', optional: true, full: false },
  {
    name: 'wall-planned',
    who: 'clientadmin',
    path: '/admin/wall',
    full: false,
    wire: notScheduled,
  },
  {
    name: 'wall-line',
    who: 'admin',
    path: '/admin/wall?client=2&line=Line%203',
    full: false,
  },
  {
    name: 'kiosk',
    async path(ask) {
      const body = { clientId: 1, label: 'Packing hall' }
      return (await ask.post('clientadmin', '/api/admin/kiosk-link', body)).address
    },
    full: false,
  },
]
