import type { ExplainedFigure, TakeAwayTable } from '@packboard/contract'
import { ExplainButton } from '../explain/ExplainButton.tsx'
import { chartQuery } from '../filters/filterWire.ts'
import { AlarmInfoModal } from '../records/AlarmInfoModal.tsx'
import { AuditTrailModal } from '../records/AuditTrailModal.tsx'
import { ExportMenu } from '../takeAway/ExportMenu.tsx'
import type { ProductionScope, ProductionSlots } from './productionSlots.ts'
import { StopCausesPanel } from './StopCausesPanel.tsx'

/** The titles that the tables and charts have on the page. */
const tableNames: Record<TakeAwayTable, string> = {
  'day-summary': 'Per Day Summary',
  'audit-trail': 'Audit Trail',
  'alarm-info': 'Alarm Info',
  'machine-status': 'Machine Status',
  products: 'Products',
  'alarm-groups': 'Alarms',
  states: 'Machine State Distribution',
  speed: 'Packs per minute',
  'stop-causes': 'Stop Causes',
}

/** The titles of the cards, and the words of the ring's parts. */
const figureNames: Record<Exclude<ExplainedFigure, 'product' | 'alarmGroup' | 'state'>, string> = {
  packs: 'Packs Produced',
  run: 'Run Time Total',
  idle: 'Idle Time Total',
  alarm: 'Alarm',
  ancillary: 'Ancillary',
  unknown: 'Unknown',
  offline: 'Offline',
  oeee: 'OEEE',
}

const questionOf = ({ clientId, serialNo, filter }: ProductionScope) =>
  chartQuery(clientId, serialNo, filter)

/** What the records, the explanations, the files and the stop causes bring to the production page. */
export const slotParts: ProductionSlots = {
  exportMenu: ({ table, picture, ...scope }) => (
    <ExportMenu
      table={table}
      name={tableNames[table]}
      question={questionOf(scope)}
      picture={picture}
    />
  ),
  explain: ({ figure, part, ...scope }) => (
    <ExplainButton
      name={
        figure === 'product' || figure === 'alarmGroup' || figure === 'state'
          ? (part ?? '')
          : figureNames[figure]
      }
      question={{ ...questionOf(scope), figure, part: part ?? '' }}
    />
  ),
  auditTrail: ({ clientId, serialNo, filter, opened, close }) => (
    <AuditTrailModal {...{ clientId, filter, opened }} machineId={serialNo} onClose={close} />
  ),
  alarmInfo: ({ clientId, serialNo, filter, opened, close }) => (
    <AlarmInfoModal {...{ clientId, filter, opened }} machineId={serialNo} onClose={close} />
  ),
  stopCauses: (scope) => <StopCausesPanel question={questionOf(scope)} />,
}
