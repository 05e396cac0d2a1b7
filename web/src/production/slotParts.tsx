import type { ExplainedFigure, TakeAwayTable } from '@packboard/contract'
import { ExplainButton } from '../explain/ExplainButton.tsx'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { choicesText, spanText } from '../filter/filterText.ts'
import { chartQuery } from '../filter/filterWire.ts'
import type { production } from '../i18n/locales/en/production.ts'
import { stateWordOf } from '../i18n/stateWords.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { AlarmInfoModal } from '../records/AlarmInfoModal.tsx'
import { AuditTrailModal } from '../records/AuditTrailModal.tsx'
import type { ProductionScope, ProductionSlots } from './productionSlots.ts'
import { noProduct } from './ringSlices.ts'
import { StopCausesPanel } from './StopCausesPanel.tsx'

type Key = keyof typeof production

/** The titles that the tables and charts have on the page. */
const tableNames = {
  'day-summary': 'daySummary',
  'audit-trail': 'auditTrail',
  'alarm-info': 'alarmInfo',
  'machine-status': 'machineStatus',
  products: 'products',
  'alarm-groups': 'alarms',
  states: 'states',
  speed: 'packsPerMinute',
  'stop-causes': 'stopCauses',
} as const satisfies Record<TakeAwayTable, Key>

/** A figure as its card, its slice or its bar calls it. */
function figureName(figure: ExplainedFigure, part: string): string {
  const say = textsOf('production')
  switch (figure) {
    case 'packs':
      return say('packsProduced')
    case 'run':
      return say('runTotal')
    case 'idle':
      return say('idleTotal')
    case 'oeee':
      return say('oeee')
    case 'product':
      return part === noProduct ? say('noProduct') : part
    case 'alarmGroup':
      return part
    case 'state':
      return stateWordOf(part)
    default:
      return textsOf('states')(figure)
  }
}

/** What a picture of a chart says of it: whose, of which hours in which zone, and what was filtered. */
const aboutOf = ({ serialNo, filter }: ProductionScope) =>
  [serialNo, spanText(filter), filter.zone, choicesText(filter)].join(', ')

const questionOf = ({ clientId, serialNo, filter }: ProductionScope) =>
  chartQuery(clientId, serialNo, filter)

/** What the records, the explanations, the files and the stop causes bring to the production page. */
export const slotParts: ProductionSlots = {
  exportMenu: ({ table, picture, ...scope }) => (
    <ExportMenu
      table={table}
      name={textsOf('production')(tableNames[table])}
      question={questionOf(scope)}
      picture={picture}
      about={aboutOf(scope)}
    />
  ),
  explain: ({ figure, part, ...scope }) => (
    <ExplainButton
      name={figureName(figure, part ?? '')}
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
