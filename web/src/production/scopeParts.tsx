import type { ExplainedFigure, ExportTable } from '@packboard/contract'
import { memo, type RefObject } from 'react'
import type { TakePicture } from '../charts/Drawing.tsx'
import { ExplainButton, useExplain } from '../explain/ExplainButton.tsx'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { choicesText, spanText } from '../filter/filterText.ts'
import { chartQuery, untilOf } from '../filter/filterWire.ts'
import type { production } from '../i18n/locales/en/production.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWordOf } from '../i18n/stateWords.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import type { ProductionScope } from './productionScope.ts'
import { noProduct } from './ringSlices.ts'

type Key = keyof typeof production

/** The tables of a machine's page. */
export type PageTable = Exclude<
  ExportTable,
  'compare' | 'alarm-statistics' | 'losses' | 'line-losses'
>

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
  'stop-reasons': 'stopCauses',
  stops: 'stops',
} as const satisfies Record<PageTable, Key>

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
      return part === noProduct ? say('noProduct') : reportedText(part)
    case 'alarmGroup':
      return part
    case 'state':
      return stateWordOf(part)
    default:
      return textsOf('states')(figure)
  }
}

/** The caption of a chart's picture: whose, of which hours in which zone, and the filter. */
const aboutOf = ({ serialNo, filter }: ProductionScope) =>
  [serialNo, spanText(filter), filter.zone, choicesText(filter)].join(', ')

/** The window of the page as the calls send it. */
const questionOf = ({ clientId, serialNo, filter, until }: ProductionScope) => ({
  ...chartQuery(clientId, serialNo, filter),
  ...untilOf({ until }),
})

/**
 * Beside a title: export this table or chart as a file; charts give their picture. A refresh of the figures changes nothing
 * in it, and does not draw it again.
 */
export const ScopeExport = memo(function ScopeExport({
  scope,
  table,
  picture,
}: {
  scope: ProductionScope
  table: PageTable
  picture?: RefObject<TakePicture | null>
}) {
  const say = useTexts('production')
  return (
    <ExportMenu
      table={table}
      name={say(tableNames[table])}
      question={questionOf(scope)}
      picture={picture}
      about={aboutOf(scope)}
    />
  )
})

/** Beside a figure: how it came about. */
export function ScopeExplain({
  scope,
  figure,
}: {
  scope: ProductionScope
  figure: ExplainedFigure
}) {
  return (
    <ExplainButton
      name={figureName(figure, '')}
      question={{ ...questionOf(scope), figure, part: '' }}
    />
  )
}

/** The same of a slice, opened from its menu, with the name of the slice. */
export function useSliceExplain(scope: ProductionScope, figure: ExplainedFigure, part: string) {
  const name = figureName(figure, part)
  return { name, ...useExplain(name, { ...questionOf(scope), figure, part }) }
}
