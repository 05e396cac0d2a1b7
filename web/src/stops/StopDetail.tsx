import { Button } from '@mantine/core'
import type { StopRow } from '@packboard/contract'
import { formatClock, formatTimeInState } from '@packboard/model'
import type { ReactNode } from 'react'
import { useFigures } from '../filter/figureQuery.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowLeft } from '../icons/furtherIcons.ts'
import { IconClock, IconX } from '../icons/icons.ts'
import { useReasons } from '../reasons/useReasons.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useShownZone } from '../time/zone.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import shared from './Shared.module.css'
import styles from './StopDetail.module.css'
import { StopReasons } from './StopReasons.tsx'
import { StateName, StopCauseName } from './stopNames.tsx'
import { type StopScope, stopQueries } from './stopQueries.ts'
import { useLabelling, useMayLabel } from './useLabelling.ts'
import type { StopSelecting } from './useStopSelection.ts'

/** One stop: when, how long, why, with what on the machine, and what it cost. */
export function StopDetail({
  scope,
  selecting,
  at,
}: {
  scope: StopScope
  selecting: StopSelecting
  at: Date
}) {
  const say = useTexts('stops')
  const zone = useShownZone()
  const narrow = useNarrow()
  const { query } = useFigures(stopQueries.at(scope, at))
  const { selection, closeStop, showAround } = selecting
  const reasons = useReasons(scope.clientId)
  const labelling = useLabelling(scope.clientId, reasons)
  const may = useMayLabel()
  const start = query.data?.start ?? at
  return (
    <>
      <div className={styles.detailHead} data-narrow={narrow}>
        {/* On a phone the list is behind it. */}
        {narrow && selection && (
          <Leave icon={IconArrowLeft} word={say('backToList')} go={closeStop} />
        )}
        <h3>{say('stopOf', { time: formatClock(start, zone) })}</h3>
        {!narrow && (
          <Leave icon={IconX} word={say(selection ? 'closeStop' : 'closeList')} go={closeStop} />
        )}
      </div>
      <Loadable
        query={query}
        isEmpty={(stop) => stop === null}
        emptyText={say('notFound')}
        waiting={<Skeleton width="100%" height={220} />}
      >
        {(stop) =>
          stop && (
            <>
              <Facts stop={stop}>
                <StopReasons
                  // Another stop begins without what is open in this one.
                  key={`${stop.machine} ${at.toISOString()}`}
                  {...{ stop, reasons, labelling }}
                  clientId={scope.clientId}
                  may={may(stop)}
                />
              </Facts>
              <Button
                variant="default"
                size="sm"
                leftSection={<IconClock size={16} stroke={1.75} aria-hidden="true" />}
                onClick={() => showAround(scope.filter, stop)}
                data-screen-only
              >
                {say('around')}
              </Button>
            </>
          )
        }
      </Loadable>
    </>
  )
}

function Leave({ icon: Icon, word, go }: { icon: typeof IconX; word: string; go: () => void }) {
  return (
    <button type="button" className={shared.close} aria-label={word} title={word} onClick={go}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </button>
  )
}

function Facts({ stop, children }: { stop: StopRow; children: ReactNode }) {
  const say = useTexts('stops')
  const total = stop.states.reduce((sum, { seconds }) => sum + seconds, 0)
  return (
    <>
      <p className={styles.cost}>
        <b className="digits">{formatTimeInState(stop.seconds)}</b>
        <span>
          {stop.lostPacks === null
            ? say('noTarget')
            : say('lost', { packs: formatCount(stop.lostPacks) })}
        </span>
      </p>
      {stop.beganBefore && <p className={shared.note}>{say('beganBeforeLong')}</p>}
      {stop.open && <p className={shared.note}>{say('stillOpen')}</p>}
      {children}
      <dl className={styles.facts}>
        <div>
          <dt>{say('cause')}</dt>
          <dd>
            <StopCauseName stop={stop} />
          </dd>
        </div>
        <div>
          <dt>{say('firstOut')}</dt>
          <dd>{stop.group === '' ? say('none') : stop.group}</dd>
        </div>
        <div>
          <dt>{say('start')}</dt>
          <dd>
            <DateTime at={stop.start} />
          </dd>
        </div>
        <div>
          <dt>{say('end')}</dt>
          <dd>
            <DateTime at={stop.end} />
          </dd>
        </div>
        <div>
          <dt>{say('product')}</dt>
          <dd>{reportedText(stop.product)}</dd>
        </div>
        <div>
          <dt>{say('tool')}</dt>
          <dd>{reportedText(stop.tool)}</dd>
        </div>
        <div>
          <dt>{say('operator')}</dt>
          <dd>{reportedText(stop.user)}</dd>
        </div>
        <div>
          <dt>{say('coverage')}</dt>
          <dd>{formatPercent(stop.coverage)}</dd>
        </div>
      </dl>
      <h4 className={shared.subtitle}>{say('whatHappened')}</h4>
      <ul className={styles.states}>
        {stop.states.map(({ code, seconds }) => (
          <li key={code}>
            <StateName code={code} />
            <span className={styles.share} aria-hidden="true">
              <i style={{ width: `${total > 0 ? (100 * seconds) / total : 0}%` }} data-chart-key />
            </span>
            <span className="digits">{formatTimeInState(seconds)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
