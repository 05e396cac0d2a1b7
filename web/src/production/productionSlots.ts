import type { ExplainedFigure, TakeAwayTable } from '@packboard/contract'
import type { ReactNode, RefObject } from 'react'
import type { TakePicture } from '../charts/EChart.tsx'
import type { ProductionFilter } from '../filter/filter.ts'
import { slotParts } from './slotParts.tsx'

/** Whose figures a part of the page shows, and of what window. */
export type ProductionScope = {
  readonly clientId: number
  readonly serialNo: string
  readonly filter: ProductionFilter
}

/** A window over the page that belongs to a scope. */
export type ScopeModal = (
  scope: ProductionScope & { readonly opened: boolean; readonly close: () => void },
) => ReactNode

/** What other features bring to the production page. What is not there takes no room. */
export type ProductionSlots = {
  /** Beside a title: take this table or chart away as a file; charts give their picture. */
  readonly exportMenu?: (
    scope: ProductionScope & {
      readonly table: TakeAwayTable
      readonly picture?: RefObject<TakePicture | null>
    },
  ) => ReactNode
  /** Beside a figure or a slice: how it came about. */
  readonly explain?: (
    scope: ProductionScope & { readonly figure: ExplainedFigure; readonly part?: string },
  ) => ReactNode
  readonly auditTrail?: ScopeModal
  readonly alarmInfo?: ScopeModal
  /** Beside the specified charts: the Pareto of stop causes. */
  readonly stopCauses?: (scope: ProductionScope) => ReactNode
}

export const productionSlots: ProductionSlots = slotParts
