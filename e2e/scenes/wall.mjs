// The television.

export const wallScenes = [
  { name: 'wall', who: 'clientadmin', path: '/admin/wall', optional: true, full: false },
  {
    name: 'kiosk',
    async path(ask) {
      const body = { clientId: 1, label: 'Packing hall' }
      return (await ask.post('clientadmin', '/api/admin/kiosk-link', body)).address
    },
    full: false,
  },
]
