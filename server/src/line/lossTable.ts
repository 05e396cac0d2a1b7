import { refusedField } from '@packboard/model'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import type { ChartQuestion } from '../figures/chartQuestion.ts'
import { lossesWire } from './lineWire.ts'
import { knownLine } from './readLine.ts'
import { readLosses } from './readLosses.ts'

type LossRow = (string | number | null)[]

/** Of a root that no machine of the line is. */
export const outsideLine = 'Outside the line'

/** What stopped a line in a window, as a file; the three columns of seconds together are the stop time. */
export const lossTable = {
  title: 'What stopped the line',
  columns: [
    'Root',
    'Group',
    'Cause',
    'Own (s)',
    'Inherited (s)',
    'Cannot be decided (s)',
    'At the key station (s)',
    'Stops',
    'Stops of the key station',
    'Lost packs',
  ],
  async rows(
    deps: Deps & PlanDeps,
    { scope, period, nothing }: ChartQuestion,
    line: string | undefined,
  ): Promise<LossRow[]> {
    if (line === undefined) throw refusedField('line', 'Choose a line.')
    const known = await knownLine(deps, scope, line)
    if (nothing || period.from >= period.to) return []
    const { rows, withheld } = lossesWire(known, await readLosses(deps, scope, known, period))
    return [
      ...rows.map(({ machineId, group, cause, ...row }) => [
        ...[machineId ?? outsideLine, group, cause, row.ownSeconds, row.inheritedSeconds, 0],
        ...[row.keySeconds, row.stops, row.keyStops ?? 0, row.lostPacks],
      ]),
      ...withheld.map(({ why, ...row }) => [
        ...['', '', why, 0, 0, row.seconds],
        ...[row.keySeconds, row.stops, row.keyStops ?? 0, row.lostPacks ?? null],
      ]),
    ]
  },
} as const
