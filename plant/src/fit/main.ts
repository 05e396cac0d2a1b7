import { plants } from '../plants/plants.ts'
import { compare, goodFactory, oeees, play } from './fit.ts'
import { alarmCounts, lengths, machineHours, quantile } from './measure.ts'
import { betterHalf, piade, piadeHours } from './piade.ts'

/** `npm run plant:fit`: the factory of the demo over a month, beside the real machines of PIADE. */
const days = Number(process.env.DAYS ?? 30)
const seed = process.env.SEED ?? 'packboard'
const until = Date.parse(process.env.UNTIL ?? '2026-11-20T12:00:00Z')
const played = play(plants.factory(), { seed, from: until - days * 86_400_000, until })
const round = (value: number, digits = 2) => Number(value.toFixed(digits))
const quantiles = (values: readonly number[]) =>
  Object.fromEntries(
    [0.1, 0.25, 0.5, 0.75, 0.9, 0.99].map((share) => [
      `${share * 100} %`,
      round(quantile(values, share)),
    ]),
  )

console.log(
  `The factory of the demo, ${days} days, seed ${seed}. PIADE: Zenodo 7071747, CC BY 4.0.\n`,
)

console.log('Distance to PIADE, without the troubled machines')
console.table(
  Object.fromEntries(
    compare(played).map(({ figure, measure, distance, bound, ...row }) => [
      figure,
      {
        plant: round(row.plant),
        PIADE: round(row.piade),
        measure,
        distance: round(distance),
        bound,
        fits: distance <= bound,
      },
    ]),
  ),
)

const hours = machineHours(played)
const real = piadeHours()
const better = betterHalf(real)
const figures = [
  ['production, share of an hour', 'production'],
  ['downtime, share of an hour', 'downtime'],
  ['performance loss, share of an hour', 'performanceLoss'],
  ['alarms in an hour', 'alarms'],
  ['changes of class in an hour', 'changes'],
] as const
console.log('\nMachine-hours: quantiles')
console.table(
  Object.fromEntries(
    figures.flatMap(([name, key]) => [
      [`${name}: plant`, quantiles(hours.map((hour) => hour[key]))],
      [`${name}: PIADE, better half`, quantiles(better.map((hour) => hour[key]))],
      [`${name}: PIADE, all 28`, quantiles(real.map((hour) => hour[key]))],
    ]),
  ),
)

const of = lengths(played)
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const total = sum([...of.production, ...of.downtime, ...of.performanceLoss, ...of.idleAndScheduled])
const meanOf = { ...piade.meanSeconds, idleAndScheduled: piade.meanSeconds.planned }
const shareOf = { ...piade.shares, idleAndScheduled: piade.shares.planned }
console.log('\nStretches: seconds, and share of powered-on time in percent')
console.table(
  Object.fromEntries(
    (['stop', 'production', 'downtime', 'performanceLoss', 'idleAndScheduled'] as const).map(
      (key) => [
        key === 'stop' ? 'any stop' : key,
        {
          ...quantiles(of[key]),
          mean: round(sum(of[key]) / of[key].length, 0),
          ...(key !== 'stop' && {
            'PIADE mean': round(meanOf[key], 0),
            share: round((100 * sum(of[key])) / total, 1),
            'PIADE share': round(shareOf[key], 1),
          }),
        },
      ],
    ),
  ),
)

const alarms = alarmCounts(played)
const count = sum(alarms.map((alarm) => alarm.count))
console.log('\nMost frequent alarms')
console.table(
  Object.fromEntries(
    alarms.slice(0, 8).map(({ name, count: own }) => [
      name,
      {
        count: own,
        'share %': round((100 * own) / count, 1),
        'of the first': round(own / (alarms[0]?.count ?? 1)),
      },
    ]),
  ),
)
console.log(
  `PIADE, of the first: ${piade.topAlarms.map((own) => round(own / piade.topAlarms[0])).join(', ')}`,
)

console.log(
  `\nMachines; a good one has OEEE ${goodFactory.oeee.join(' … ')} %. PIADE's: ${piade.oee.join(', ')} %`,
)
console.table(
  Object.fromEntries(
    oeees(played).map(({ serialNo, oeee, stopsPerHour, alarmsPerHour, isTroubled }) => [
      serialNo,
      {
        'OEEE %': round(oeee, 1),
        'stops an hour': round(stopsPerHour, 1),
        'alarms an hour': round(alarmsPerHour, 1),
        troubled: isTroubled ? 'yes' : '',
      },
    ]),
  ),
)
