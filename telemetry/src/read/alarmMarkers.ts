import type { ClientScope } from '@packboard/model'
import { byAlarmOrder } from '../ledger/fold/ledgerRecords.ts'
import { minuteFrom } from '../ledger/fold/minute.ts'
import { readAlarms } from '../ledger/store/readRecords.ts'
import type { Telemetry } from '../store.ts'
import { alarmFilter } from './alarmFilter.ts'
import type { AlarmRow } from './alarmPage.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { momentsAt } from './momentsAt.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** An alarm on a chart of speed. */
export type AlarmMarker = Omit<AlarmRow, 'clearedAt' | 'nextAt'> & {
  /** Packs per minute that were held at that instant; 0 while the machine was offline or had reported none. */
  readonly speed: number
}

/**
 * The alarms of a window in order of time, each at the height of the speed, for windows of up to 24 hours. A filter keeps
 * those that were raised while the machine was in its context, and an alarm group those of that group.
 */
export async function alarmMarkers(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, filter }: WindowQuestion,
): Promise<AlarmMarker[]> {
  const from = period.from.getTime()
  const to = period.to.getTime()
  const wanted = [...new Set(machineIds)]
  if (from >= to || wanted.length === 0) return []
  const keeps = alarmFilter(filter)
  return context.ledger.read(wanted, minuteFrom(to), async (view) => {
    const stretches = wanted.map((machineId) => ({ clientId, machineId, from, to }))
    const { marks } = answerRows
    const found = await readAlarms(context, stretches, view.revision, marks + 1)
    checkRows(
      [...found.values()].reduce((sum, own) => sum + own.length, 0),
      marks,
    )
    const alarms = [...found].flatMap(([machineId, own]) =>
      own
        .filter(({ group }) => keeps.group(group))
        .map(({ raisedAt, group, description }) => ({ machineId, raisedAt, group, description })),
    )
    const instants = alarms.map(({ machineId, raisedAt }) => ({ machineId, at: raisedAt }))
    const momentAt = await momentsAt(context, view, { clientId, instants, named: false })
    return alarms
      .sort((a, b) => a.raisedAt - b.raisedAt || a.machineId - b.machineId || byAlarmOrder(a, b))
      .flatMap(({ machineId, raisedAt, group, description }): AlarmMarker[] => {
        const moment = momentAt({ machineId, at: raisedAt })
        if (!keeps.moment(moment)) return []
        return [
          { machineId, at: new Date(raisedAt), group, description, speed: moment?.speed ?? 0 },
        ]
      })
  })
}
