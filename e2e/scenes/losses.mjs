const week = '/admin/losses?preset=last7d'

/** Less than 80 % of the earlier window was observed. */
const sparse = {
  '**/api/admin/bridge?*': async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.before = { ...body.now, coverage: 71.2 }
    Object.assign(body, { none: 'littleData', bars: [], differencePoints: null })
    await route.fulfill({ response: answer, json: body })
  },
}

// Where planned time went, and why OEEE changed.
export const lossScenes = [
  { name: 'losses', who: 'clientadmin', path: `${week}&machine=FW-102` },
  {
    name: 'losses-bar',
    who: 'clientadmin',
    path: `${week}&machine=FW-102&bar=speed~~`,
  },
  {
    name: 'losses-stops',
    who: 'clientadmin',
    path: `${week}&machine=FW-102&bar=${encodeURIComponent('cause~Jaws~Product between the jaws')}`,
  },
  { name: 'losses-plant', who: 'clientadmin', path: week },
  {
    name: 'losses-two',
    who: 'clientadmin',
    path: `${week}&machine=FW-101&vsMachine=FW-102`,
  },
  { name: 'losses-sparse', who: 'clientadmin', path: week, wire: sparse },
]
