import { useRef, useState } from 'react'
import type { TakePicture } from '../charts/Drawing.tsx'
import { StateBars } from '../charts/StateBars.tsx'
import { StateTimes } from '../charts/StateTimes.tsx'
import { TableSwitch } from '../charts/TableSwitch.tsx'
import { useFigures } from '../filter/figureQuery.ts'
import { windowText } from '../filter/filterText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChartBar } from '../icons/furtherIcons.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import type { StopSelecting } from '../stops/useStopSelection.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './ProductionScreen.module.css'
import { partIds } from './partIds.ts'
import type { ProductionScope } from './productionScope.ts'
import { productionQueries } from './productionWire.ts'
import { ScopeExport } from './scopeParts.tsx'

const lines = [86, 30, 22, 18, 14, 10, 8, 6]

/** Machine State Distribution: how long the machine was in each state. */
export function StatesPanel({
  scope,
  selecting,
}: {
  scope: ProductionScope
  selecting: StopSelecting
}) {
  const say = useTexts('production')
  const title = say('states')
  const { clientId, serialNo, filter } = scope
  const { query, asOf } = useFigures(productionQueries.stateTimes(clientId, serialNo, filter))
  const shown = asOf?.filter ?? filter
  const { selection, select } = selecting
  const choose = (part: string) => select({ figure: 'state', part, partGroup: '' })
  const picture = useRef<TakePicture | null>(null)
  const [asTable, showAsTable] = useState(false)
  return (
    <Panel
      title={title}
      id={partIds.states}
      help={<InfoTip figure="states" />}
      sub={say('statesSub', { window: windowText(shown), zone: shown.zone })}
      className={styles.states}
      actions={
        <>
          <TableSwitch name={title} on={asTable} change={showAsTable} />
          <ScopeExport scope={scope} table="states" picture={picture} />
        </>
      }
    >
      <Loadable
        query={query}
        isEmpty={(times) => times.every(({ seconds }) => seconds === 0)}
        picture={<IconChartBar size={24} stroke={1.5} aria-hidden="true" />}
        hint={say('tryLonger')}
        waiting={
          <div className={styles.comingBars} aria-hidden="true">
            {lines.map((line) => (
              <Skeleton key={line} width={`${line}%`} height={14} />
            ))}
          </div>
        }
      >
        {(times) => (
          <div>
            {asTable ? (
              <StateTimes title={title} times={times} />
            ) : (
              <StateBars
                label={title}
                times={times}
                picture={picture}
                chosen={selection?.figure === 'state' ? selection.part : null}
                choose={choose}
              />
            )}
          </div>
        )}
      </Loadable>
    </Panel>
  )
}
