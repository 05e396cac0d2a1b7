// The rows of a window side by side.
export const compareScenes = [
  { name: 'compare', who: 'clientadmin', path: '/admin/compare' },
  {
    name: 'compare-sparse',
    who: 'clientadmin',
    path: '/admin/compare',
    wire: {
      '**/api/admin/compare?*': async (route) => {
        const answer = await route.fetch()
        const body = await answer.json()
        body.total.figures.metrics.coverage = 62.4
        body.total.previous.metrics.coverage = 71.9
        body.observedDays = { first: body.previousPeriod.to, days: 4, ofDays: 7 }
        await route.fulfill({ response: answer, json: body })
      },
    },
  },
  { name: 'compare-lengths', who: 'clientadmin', path: '/admin/compare?lengths=yes' },
  { name: 'compare-operators', who: 'clientadmin', path: '/admin/compare?by=operator' },
]
