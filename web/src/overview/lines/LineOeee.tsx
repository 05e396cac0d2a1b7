import { useEffect } from 'react'
import { useLineNow } from '../../clients/useLineNow.ts'
import { formatPercent } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { showLineRoles } from '../lineRoles.ts'
import { Figure } from './Figures.tsx'

/** A page of many lines requests each of them at most this often, ms. */
const pauseMs = 2_000

/** OEEE of a line with a flow, beside the sum of its machines; gives the cards what each machine is in the stop of the line. */
export function LineOeee({ clientId, line }: { clientId: number; line: string }) {
  const say = useTexts('lines')
  const { data } = useLineNow(clientId, line, pauseMs)
  useEffect(() => {
    const machines = data?.stations.flatMap((station) => station.machines) ?? []
    const roles = machines.flatMap(({ machineId, attribution }): (readonly [string, string])[] => {
      if (machineId === data?.root?.machineId && data.root.waiting.length > 0) {
        return [[machineId, say('holds', { line })]]
      }
      if (attribution?.kind !== 'inherited') return []
      const { rootMachineId } = attribution
      const words =
        rootMachineId === null ? say('waitsOutside') : say('waitsFor', { machine: rootMachineId })
      return [[machineId, words]]
    })
    showLineRoles(line, new Map(roles))
  }, [data, line, say])
  // What is known belongs to this client and to this choice.
  useEffect(() => () => showLineRoles(line), [line])
  if (!data?.line) return null
  return (
    <Figure name={<span className="spoken">{say('oeeeOfLine')}</span>}>
      <span title={say('oeeeOfLineLong')}>
        {formatPercent(data.line.oeee)} <small>{say('ofLine')}</small>
      </span>
    </Figure>
  )
}
