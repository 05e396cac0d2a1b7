import type { ShiftPage } from '@packboard/contract'
import { formatClock, hasTarget } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowRight } from '../icons/icons.ts'
import type { ChosenClient } from '../session/chosenClient.ts'
import type { HomeTile } from '../session/pages.ts'
import { useShiftPage } from '../shift/shiftQueries.ts'
import type { ShiftWindow } from '../shift/shiftWays.ts'
import { HourBand } from '../shiftPage/Deviation.tsx'
import { shiftHours } from '../shiftPage/deviation.ts'
import { ShiftAnswer } from '../shiftPage/ShiftAnswer.tsx'
import { ShiftFigures } from '../shiftPage/ShiftFigures.tsx'
import { Standing } from '../shiftPage/Standing.tsx'
import { DifferentPanel, Stories } from '../shiftPage/Stories.tsx'
import { useShownZone } from '../time/zone.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ComingShift } from './ComingShift.tsx'
import styles from './HomeShift.module.css'

/** So many stops stand on home; the page of the shift has more. */
const mostStories = 3
/** So many machines that stand. */
const mostStanding = 3

/** The shift that runs, in short: one sentence, its hours against target, what cost most, what is different. */
export function HomeShift({ client }: { client: ChosenClient }) {
  const query = useShiftPage(client.id)
  return (
    <Loadable query={query} isEmpty={() => false} waiting={<ComingShift />}>
      {(page) => <Short page={page} client={client} />}
    </Loadable>
  )
}

function Short({ page, client }: { page: ShiftPage; client: ChosenClient }) {
  const say = useTexts('shiftPage')
  const sayHome = useTexts('home')
  const zone = useShownZone()
  const { from, to, isRunning, name } = page.shift
  const shift: ShiftWindow = { clientId: client.id, from, to, zone }
  const hours = shiftHours(page.steps, page.stepSeconds)
  const hasStories = page.stories.length > 0
  const different = page.different?.rows.length ? page.different : null
  const clock = (at: Date) => formatClock(at, zone).slice(0, 5)
  return (
    <>
      <ShiftAnswer page={page} shift={shift} />
      <ShiftFigures page={page} />
      {hours.length > 0 && (
        <Panel
          title={say(hasTarget(hours) ? 'byHour' : 'madeByHour')}
          sub={`${say('packsUnit')}, ${name || say('wholeDay')} ${clock(from)} – ${clock(to)}`}
          actions={
            <Link to="/admin/shift" className={styles.way}>
              {sayHome('openShift')}
              <IconArrowRight size={16} />
            </Link>
          }
        >
          <HourBand hours={hours} shift={{ ...shift, isRunning }} />
        </Panel>
      )}
      <div className={styles.columns} data-alone={!hasStories}>
        {hasStories && <Stories page={page} shift={shift} most={mostStories} />}
        <div className={styles.column}>
          <Standing page={page} shift={shift} questions most={mostStanding} />
          {different && <DifferentPanel different={different} shift={shift} />}
        </div>
      </div>
    </>
  )
}

/** What is behind a tile, in one number of the shift that is shown anyway. */
export function TileNumber({ tile, client }: { tile: HomeTile; client: ChosenClient }) {
  const say = useTexts('home')
  const sayOfClients = useTexts('clients')
  const { data } = useShiftPage(client.id)
  if (!data) return null
  const { now, machines, figures } = data
  switch (tile) {
    case 'dashboard':
      return now && sayOfClients('running', { running: now.running, machines })
    case 'daySummary':
      return sayOfClients('packs', { packs: formatCount(figures.made) })
    case 'panel':
      return say('machineCount', { count: machines })
  }
}
