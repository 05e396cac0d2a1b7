import { Button } from '@mantine/core'
import type { StopRow } from '@packboard/contract'
import { formatClock, formatTimeInState } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useFigures } from '../filter/figureQuery.ts'
import { windowDays } from '../filter/filterText.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowLeft } from '../icons/furtherIcons.ts'
import { IconChevronRight, IconClock, IconX } from '../icons/icons.ts'
import { useReasons } from '../reasons/useReasons.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useShownZone } from '../time/zone.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import shared from './Shared.module.css'
import { StopReasons } from './StopReasons.tsx'
import styles from './StopsPanel.module.css'
import { StopTable } from './StopTable.tsx'
import { StateName, StopCauseName, selectionName } from './stopNames.tsx'
import { type StopScope, stopQueries } from './stopQueries.ts'
import { everyStop } from './stopSearch.ts'
import { useLabelling, useMayLabel } from './useLabelling.ts'
import type { StopSelecting } from './useStopSelection.ts'
import { searchOfStop } from './windowAround.ts'

/**
 * The stops behind what is selected, and beside them the one that is open. On a phone they are a page over the page: the
 * list, and the stop in its place. On the page of all stops the list stays.
 */
export function StopsPanel({
  scope,
  selecting,
  takesFocus,
  stays = false,
}: {
  scope: StopScope
  selecting: StopSelecting
  /** It was opened by a press, and not by an address. */
  takesFocus: boolean
  /** It is the page: it has no end, and lists every stop without a selection. */
  stays?: boolean
}) {
  const say = useTexts('stops')
  const narrow = useNarrow()
  const { selection, at, close, closeStop } = selecting
  const shown = selection ?? everyStop
  const reasons = useReasons(scope.clientId)
  const name = selectionName(shown, reasons.nameOf)
  if (!narrow) return <WideStops {...{ scope, selecting, takesFocus, stays, name }} />
  const isPage = stays && !at
  return (
    <>
      {stays && <WideStops {...{ scope, selecting, stays, name }} takesFocus={false} narrow />}
      {!isPage && (
        <Dialog
          title={at ? say('title') : name}
          side={at ? undefined : say('title')}
          width={960}
          opened
          onClose={stays ? closeStop : close}
        >
          {at ? (
            <div className={styles.sheet}>
              <StopDetail {...{ scope, selecting, at, stays }} />
            </div>
          ) : (
            <StopTable {...{ scope, selecting }} selection={shown} />
          )}
        </Dialog>
      )}
    </>
  )
}

function WideStops({
  scope,
  selecting,
  takesFocus,
  stays = false,
  name,
  narrow = false,
}: Parameters<typeof StopsPanel>[0] & { name: string; narrow?: boolean }) {
  const say = useTexts('stops')
  const id = useId()
  const { selection, at, close, closeStop } = selecting
  const title = useRef<HTMLHeadingElement>(null)
  // What had the focus gets it back.
  const opener = useRef<Element | null>(null)
  const focuses = useRef(takesFocus)
  useEffect(() => {
    opener.current = document.activeElement
    if (!focuses.current) return
    title.current?.focus({ preventScroll: true })
    title.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const leave = () => {
    close()
    if (stays) title.current?.focus({ preventScroll: true })
    else if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  const canLeave = !stays || selection !== null
  return (
    <section
      className={`panel ${styles.panel}`}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !(at || canLeave)) return
        event.stopPropagation()
        if (at) closeStop()
        else leave()
      }}
    >
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 ref={title} id={id} tabIndex={-1}>
            {say('listOf', { name })}
          </h2>
          <span>
            {windowDays(scope.filter)}, {scope.filter.zone}
          </span>
        </div>
        {canLeave && (
          <button
            type="button"
            className={shared.close}
            aria-label={say(stays ? 'showEvery' : 'closeList')}
            title={say(stays ? 'showEvery' : 'closeList')}
            onClick={leave}
            data-screen-only
          >
            <IconX size={18} />
          </button>
        )}
      </div>
      <div className={styles.split} data-open={at !== null && !narrow}>
        <StopTable {...{ scope, selecting }} selection={selection ?? everyStop} />
        {at && !narrow && (
          <aside className={styles.aside} aria-label={say('openStop')}>
            <StopDetail {...{ scope, selecting, at, stays }} />
          </aside>
        )}
      </div>
    </section>
  )
}

/** One stop: when, how long, why, with what on the machine, and what it cost. */
export function StopDetail({
  scope,
  selecting,
  at,
  stays = false,
}: {
  scope: StopScope
  selecting: StopSelecting
  at: Date
  stays?: boolean
}) {
  const say = useTexts('stops')
  const zone = useShownZone()
  const narrow = useNarrow()
  const { selection, on, closeStop, showAround } = selecting
  const { query } = useFigures(
    stopQueries.at({ ...scope, serialNo: scope.serialNo ?? on ?? undefined }, at),
  )
  const reasons = useReasons(scope.clientId)
  const labelling = useLabelling(scope.clientId, reasons)
  const may = useMayLabel()
  const start = query.data?.start ?? at
  return (
    <>
      <div className={styles.detailHead} data-narrow={narrow}>
        {/* On a phone the list is behind it. */}
        {narrow && (selection || stays) && (
          <Leave icon={IconArrowLeft} word={say('backToList')} go={closeStop} />
        )}
        <h3>
          {stays && query.data ? `${query.data.machine}, ` : ''}
          {say('stopOf', { time: formatClock(start, zone) })}
        </h3>
        {!narrow && (
          <Leave
            icon={IconX}
            word={say(selection || stays ? 'closeStop' : 'closeList')}
            go={closeStop}
          />
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
              {stays ? (
                <Link
                  to="/admin/productionData/$clientId/$machineId"
                  params={{ clientId: String(scope.clientId), machineId: stop.machine }}
                  search={searchOfStop(scope.filter, stop)}
                  className={styles.machine}
                  data-screen-only
                >
                  {say('openOnMachine', { machine: stop.machine })}
                  <IconChevronRight size={16} />
                </Link>
              ) : (
                <Button
                  variant="default"
                  size="sm"
                  leftSection={<IconClock size={16} />}
                  onClick={() => showAround(scope.filter, stop)}
                  data-screen-only
                >
                  {say('around')}
                </Button>
              )}
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
      <Icon size={18} />
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
