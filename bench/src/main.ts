import { buildScreens } from '../../scripts/steps.mjs'

/** `npm run bench -- <name> [rounds]`: runs one measurement and prints its figures. */
const measurements: Record<string, () => Promise<{ main: (args: string[]) => Promise<void> }>> = {
  all: () => import('./all.ts'),
  answers: () => import('./answers.ts'),
  backFill: () => import('./backFill.ts'),
  backup: () => import('./backup.ts'),
  brokerAway: () => import('./brokerAway.ts'),
  bytes: () => import('./bytes.ts'),
  crash: () => import('./crash.ts'),
  damage: () => import('./damage/main.ts'),
  demoPage: () => import('./demoPage.ts'),
  engine: () => import('./engine.ts'),
  ingest: () => import('./ingest.ts'),
  fairness: () => import('./fairness.ts'),
  fiftyCards: () => import('./fiftyCards.ts'),
  hours: () => import('./hours.ts'),
  lateRecords: () => import('./lateRecords.ts'),
  liveCards: () => import('./liveCards.ts'),
  longHold: () => import('./longHold.ts'),
  machineCost: () => import('./machineCost.ts'),
  peers: () => import('./peers/main.ts'),
  planned: () => import('./planned.ts'),
  powerLoss: () => import('./powerLoss.ts'),
  pushLatency: () => import('./pushLatency.ts'),
  start: () => import('./start.ts'),
  streams: () => import('./streams.ts'),
  timelinePage: () => import('./timelinePage.ts'),
  zoom: () => import('./zoom.ts'),
}

/** Those that open a page, whose screens must be those of this tree. */
const withScreens = ['fiftyCards', 'liveCards', 'pushLatency', 'timelinePage', 'zoom']

const [name = '', ...args] = process.argv.slice(2)
const measurement = measurements[name]
if (measurement) {
  if (withScreens.includes(name)) buildScreens()
  const { main } = await measurement()
  await main(args)
} else {
  console.log(`npm run bench -- <${Object.keys(measurements).join(' | ')}> [rounds]`)
}
