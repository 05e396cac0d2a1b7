import type { MachineProgress, ShiftProgress } from '@packboard/contract'
import { formatClock, noFigure, type ShiftPacks } from '@packboard/model'
import { formatCount, formatDecimals } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useShownZone } from '../time/zone.ts'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import styles from './ShiftTerms.module.css'
import { useClosedWords } from './useShiftProgress.ts'

export type ShiftExplanation = {
  readonly packs: ShiftPacks
  readonly machines: readonly MachineProgress[]
  readonly shift: NonNullable<ShiftProgress['shift']>
  readonly at: Date
}

const minutesOf = (seconds: number) => formatDecimals(seconds / 60, 1)
const count = (packs: number | null) => (packs === null ? noFigure : formatCount(packs))

/** Formula and terms of the plan of a shift, machine by machine. */
export function ShiftTerms({
  explained: { packs, machines, shift, at },
  ...dialog
}: { explained: ShiftExplanation } & DialogProps) {
  const say = useTexts('shiftProgress')
  const zone = useShownZone()
  const clock = (moment: Date) => formatClock(moment, zone).slice(0, 5)
  const closed = useClosedWords(machines, shift)
  const times = { from: clock(shift.from), to: clock(shift.to), at: clock(at) }
  return (
    <Dialog
      title={say('title', { shift: shift.name })}
      side={say('fromTo', times)}
      width={920}
      {...dialog}
    >
      <div className={styles.terms}>
        <p>{say('dueIs')}</p>
        <p>{say('forecastIs')}</p>
        <p>{say('plannedIs', times)}</p>
        <div className={styles.scroll}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say('machine')}</th>
                <th scope="col">{say('targetSpeed')}</th>
                <th scope="col">{say('planned')}</th>
                <th scope="col">{say('due')}</th>
                <th scope="col">{say('made')}</th>
                <th scope="col">{say('rate')}</th>
                <th scope="col">{say('left')}</th>
                <th scope="col">{say('forecast')}</th>
                <th scope="col">{say('target')}</th>
              </tr>
            </thead>
            <tbody>
              {machines.map((machine) => (
                <Row key={machine.machineId} machine={machine} />
              ))}
            </tbody>
            {machines.length > 1 && (
              <tfoot>
                <tr>
                  <th scope="row">{say('sum')}</th>
                  <td />
                  <td />
                  <td>{count(packs.due)}</td>
                  <td>{count(packs.made)}</td>
                  <td />
                  <td />
                  <td>{count(packs.forecast)}</td>
                  <td>{count(packs.ofShift)}</td>
                </tr>
              </tfoot>
            )}
          </table>
        </div>
        {packs.due === null && <p>{say('noTarget')}</p>}
        {closed ? <p>{closed}</p> : packs.forecast === null && <p>{say('noForecast')}</p>}
      </div>
    </Dialog>
  )
}

function Row({ machine }: { machine: MachineProgress }) {
  const say = useTexts('shiftProgress')
  const { target, ratePacks, rateSeconds } = machine
  return (
    <tr>
      <th scope="row">{machine.machineId}</th>
      <td>
        {target ? say('ppm', { count: formatCount(target.ppm) }) : noFigure}
        {target?.product && <small>{reportedText(target.product)}</small>}
      </td>
      <td>{say('minutes', { count: minutesOf(machine.plannedSeconds) })}</td>
      <td>{count(machine.due)}</td>
      <td>{count(machine.made)}</td>
      <td>
        {rateSeconds > 0
          ? say('ppm', { count: formatDecimals((60 * ratePacks) / rateSeconds, 1) })
          : noFigure}
        <small>
          {say('packsIn', { count: formatCount(ratePacks), minutes: minutesOf(rateSeconds) })}
        </small>
      </td>
      <td>{say('minutes', { count: minutesOf(machine.leftSeconds) })}</td>
      <td>{count(machine.forecast)}</td>
      <td>{count(machine.ofShift)}</td>
    </tr>
  )
}
