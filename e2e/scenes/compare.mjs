// The rows of a window side by side.
export const compareScenes = [
  { name: 'compare', who: 'clientadmin', path: '/admin/compare' },
  { name: 'compare-lengths', who: 'clientadmin', path: '/admin/compare?lengths=yes' },
  { name: 'compare-operators', who: 'clientadmin', path: '/admin/compare?by=operator' },
]
