import { buildScreens } from '../../scripts/steps.mjs'

type Measurement = {
  load: () => Promise<{ main: (args: string[]) => Promise<void> }>
  /** Its arguments in order, each with the value that it has when it is left out, and what it prints. */
  usage: readonly [args: string, prints: string]
}

/** `npm run bench -- <name> [arguments]`: runs one measurement and prints its figures. */
const measurements: Record<string, Measurement> = {
  all: {
    load: () => import('./all.ts'),
    usage: [
      '[names …]',
      'The measurements of docs/measurements.md one after the other, with the arguments that it ' +
        'names: two hours, on a machine that does nothing else.',
    ],
  },
  alerts: {
    load: () => import('./alerts.ts'),
    usage: [
      'live [seconds = 120] [rules = 200] [machines … = 300 1000] | backTest [machines = 50] [days = 30] [rounds = 3] [words]',
      'live: what rules of all kinds cost while machines send each five seconds (ten minutes): ' +
        'processor time with them less that without them, and how long their evaluation waited. ' +
        'backTest: wall and processor time of a back-test of each kind; words narrow the kinds.',
    ],
  },
  answers: {
    load: () => import('./answers.ts'),
    usage: [
      '[rounds = 20] [days = 365] [words] [machines = 50] [ingest]',
      'Every telemetry call of a real server, for one machine and for all, over a day, 30 days and ' +
        'a year, the timeline also over a week (10 365: ten minutes): the first call, and how long ' +
        'the same call still reads sums from the store; then, from memory, median, 95th ' +
        'percentile, bytes, and processor time of server and engine. Words narrow the calls; with ' +
        'ingest each machine sends a record a second meanwhile.',
    ],
  },
  backFill: {
    load: () => import('./backFill.ts'),
    usage: [
      '[millions = 1] [seconds = 10] [rounds = 1] [profile]',
      'History without HTTP, a record each so many seconds (half a minute): processor time of a ' +
        'record, here and in the engine, until it is acknowledged and until its minutes and hours ' +
        'are right; afterwards all minutes are computed again and compared. The last argument is ' +
        'the file of a CPU profile.',
    ],
  },
  backup: {
    load: () => import('./backup.ts'),
    usage: [
      '[millions of records = 1]',
      'Time and size of the first backup, of one after 80,000 records more, of one where nothing ' +
        'came, of an encrypted one, of both checks and of a restore, and how long records waited: ' +
        'a minute or two.',
    ],
  },
  brokerAway: {
    load: () => import('./brokerAway.ts'),
    usage: [
      '[machines = 500] [hours = 8]',
      'Gateways come back after so many hours and send what they kept, twice in part: what was ' +
        'lost or is there twice, and how old the present of a card was meanwhile.',
    ],
  },
  bytes: {
    load: () => import('./bytes.ts'),
    usage: [
      '[days = 7]',
      "Fills a store from the demo's plant (a minute): bytes of a record, a minute and an hour row " +
        'after merging, by column.',
    ],
  },
  crash: {
    load: () => import('./crash.ts'),
    usage: [
      '[rounds = 20]',
      'Kills of the server and of both engines while records come: nothing that was acknowledged ' +
        'may be missing or be there twice, and the ledger must equal a fresh computation.',
    ],
  },
  damage: {
    load: () => import('./damage/main.ts'),
    usage: [
      '[rounds = 10] [seed] [words]',
      'Damages a served installation under load: parts of tables, stores taken away, older copies; ' +
        'a round takes about a minute. Words narrow the kinds (telemetry older). The same as ' +
        'npm run test:damage.',
    ],
  },
  demoPage: {
    load: () => import('./demoPage.ts'),
    usage: [
      '[rounds = 20] [days = 7]',
      'The calls of an open production page at once, on a demo of its own that runs, and each alone.',
    ],
  },
  engine: {
    load: () => import('./engine.ts'),
    usage: [
      '[minutes = 5] [days = 2]',
      "What the engine does while the demo's machines send and nobody looks: share of a core, " +
        'inserts and questions a second, rows written again for each that came, bytes of tables.',
    ],
  },
  fairness: {
    load: () => import('./fairness.ts'),
    usage: [
      '[rounds = 2] [words]',
      'Floods an installation of its own as one tenant while another one works (a quarter of an ' +
        'hour): long questions, wrong sign-ins, quarantined records, withheld bodies, and input ' +
        "that is small and much to build. For each flood what the neighbour's overview takes, " +
        'compared with the seconds right before, the slowest /health/live, 5xx of the neighbour, ' +
        'and the memory; where the server ends it says at what. Words narrow the floods (1 N1). ' +
        'Beside other work only the memory and the 5xx mean something: each line begins with its ' +
        'load.',
    ],
  },
  fiftyCards: {
    load: () => import('./fiftyCards.ts'),
    usage: [
      '[seconds = 60] [minutes = 0] [profile]',
      "An overview of 50 live machines in Chromium: share of a core of the page's main thread, its " +
        'longest tasks, and for so many minutes the changes of state of many hours (five minutes ' +
        'hold as many as eight hours) with heap and nodes after forced collections.',
    ],
  },
  hours: {
    load: () => import('./hours.ts'),
    usage: [
      '[rounds = 7] [products an hour = 1]',
      'Questions over 50 machines × 30 days by hour rows and from minutes alone, answers first: two ' +
        'to three minutes.',
    ],
  },
  ingest: {
    load: () => import('./ingest.ts'),
    usage: [
      '[rounds = 2] [seconds = 8] [words]',
      'Sends to an installation of its own with 200 machines in fourteen ways (six minutes): single ' +
        'records and calls of up to 10,000 by HTTP, history, MQTT on 1 to 200 connections, 20 ' +
        'machines at rest. Records and commits a second, the acknowledgement, and processor ' +
        'seconds of a million records for server, engine and sender; at the end what was ' +
        'acknowledged is compared with the store. Words narrow the ways ("MQTT 200|Back-fill"). ' +
        'NODE_OPTIONS="--cpu-prof --cpu-prof-dir=…" profiles the server.',
    ],
  },
  lateRecords: {
    load: () => import('./lateRecords.ts'),
    usage: [
      '[records = 10000] [days = 365]',
      'Late records in random order, of one machine with a sample each 30 s (five to ten minutes): ' +
        'processor time of server and engine until all minutes and hours are right again.',
    ],
  },
  line: {
    load: () => import('./line.ts'),
    usage: [
      '[rounds = 10] [days = 365] [machines = 10]',
      'What stopped a line over a year, at the call (five minutes); how long after the state of a ' +
        'machine changed it is the root of its line; rows of the ledger before a flow and after.',
    ],
  },
  liveCards: {
    load: () => import('./liveCards.ts'),
    usage: [
      '[minutes = 60]',
      'Eight live cards of the demo on an open overview in Chromium, then a production page: layout ' +
        'shifts, cards that go or lose a value, frames a second, and what they cost.',
    ],
  },
  longHold: {
    load: () => import('./longHold.ts'),
    usage: [
      '[records = 1850] [days = 368]',
      'Records of five machines with a hold limit of a day, which make 2.6 million minutes (a few ' +
        'minutes), while another client asks: how long its answers take, memory, and when all ' +
        'minutes are right.',
    ],
  },
  machineCost: {
    load: () => import('./machineCost.ts'),
    usage: [
      '[seconds = 30] [machines … = 5 20 100]',
      'What machines cost that send a sample a second: processor time, memory, bytes, ' +
        'acknowledgement, and the line through the points (docs/scale.md).',
    ],
  },
  peers: {
    load: () => import('./peers/main.ts'),
    usage: [
      '[rounds = 7] [days = 30] [machines = 50]',
      'The same minute rows, and the same hour rows, in PostgreSQL, DuckDB, SQLite, InfluxDB and ' +
        'VictoriaMetrics, asked what the pages ask, in alternating rounds with Packboard by HTTP ' +
        'and its engine alone (a quarter of an hour); sums are compared to the digit first. ' +
        'apt-get install influxdb victoria-metrics; DuckDB comes from the folder that ' +
        'PACKBOARD_PEERS names (npm install @duckdb/node-api in it). What is not installed is left ' +
        'out with a line.',
    ],
  },
  planned: {
    load: () => import('./planned.ts'),
    usage: [
      '[rounds = 15] [words] [days = 30]',
      'The sums of the metric cards with and without a plan, and with a setting of each machine ' +
        'that changes each month, of one machine and of 50, over a day and 30 days: two minutes. ' +
        '15 setting 365: over a year, ten minutes.',
    ],
  },
  powerLoss: {
    load: () => import('./powerLoss.ts'),
    usage: [
      '[rounds = 10]',
      'Copies the image of a disk while records come and opens the copy, which holds only what was ' +
        'flushed: nothing that was acknowledged may be missing. Needs root.',
    ],
  },
  pushLatency: {
    load: () => import('./pushLatency.ts'),
    usage: [
      '[seconds = 60]',
      'From the moment before a state change is published to the moment at which the card of an ' +
        'open overview shows it, in Chromium: 50 machines at a sample a second.',
    ],
  },
  start: {
    load: () => import('./start.ts'),
    usage: [
      '[millions = 100]',
      'Fills a store with so many million records: how long a start takes until it is ready.',
    ],
  },
  streams: {
    load: () => import('./streams.ts'),
    usage: [
      '[seconds = 30] [counts … = 1 50 1000]',
      'From the moment before a state change is published to the moment at which each open stream ' +
        'has it, 50 machines at a sample a second, without a browser.',
    ],
  },
  timelinePage: {
    load: () => import('./timelinePage.ts'),
    usage: [
      '[rounds = 7]',
      'From asking for the timeline of 50 machines over a week to its drawn lanes, in Chromium: a ' +
        'minute.',
    ],
  },
  zoom: {
    load: () => import('./zoom.ts'),
    usage: [
      '[days = 30] [rounds = 5] [profile]',
      'Zooms and drags over the charts of one machine and the timeline of 50 in Chromium (three to ' +
        "four minutes): the main thread's processor time for each frame, time between frames, " +
        'longest tasks, and the busiest functions of a CPU profile.',
    ],
  },
}

/** Those that open a page, whose screens must be those of this tree. */
const withScreens = ['fiftyCards', 'liveCards', 'pushLatency', 'timelinePage', 'zoom']

const [name = '', ...args] = process.argv.slice(2)
const measurement = measurements[name]
if (measurement && !args.includes('--help')) {
  if (withScreens.includes(name)) buildScreens()
  const { main } = await measurement.load()
  await main(args)
} else {
  const shown = measurement ? [[name, measurement] as const] : Object.entries(measurements)
  console.log('npm run bench -- <name> [arguments]; words narrow what is measured.\n')
  for (const [each, { usage }] of shown) console.log(usageText(each, usage))
}

/** Name and arguments on a line of their own, what is printed below it in lines of at most 100 characters. */
function usageText(name: string, [args, prints]: Measurement['usage']): string {
  const wrapped = prints.replace(/(?=\S)(.{1,95})(?:\s+|$)/g, '    $1\n')
  return `${name} ${args}\n${wrapped}`
}
