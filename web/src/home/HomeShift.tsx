import type { ShiftPage } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowRight } from '../icons/icons.ts'
import type { ChosenClient } from '../session/chosenClient.ts'
import type { HomeTile } from '../session/pages.ts'
import { Sentence } from '../shift/Sentence.tsx'
import { useShiftPage } from '../shift/shiftQueries.ts'
import type { ShiftWindow } from '../shift/shiftWays.ts'
import { HourBand } from '../shiftPage/Deviation.tsx'
import { hasTarget, shiftHours } from '../shiftPage/deviation.ts'
import { DifferentPanel, Stories } from '../shiftPage/Stories.tsx'
import { useShownZone } from '../time/zone.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ComingShift } from './ComingShift.tsx'
import styles from './HomeShift.module.css'

/** So many stops stand on home; the page of the shift has more. */
const mostStories = 3

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
  return (
    <>
      <section className={`panel ${styles.answer}`} aria-label={say('inOneSentence')}>
        <p className={styles.sentence}>
          <Sentence sentence={page.sentence} shift={shift} />
        </p>
        {page.also.length > 0 && (
          <p className={styles.also}>
            {page.also.map((each, index) => (
              <span key={each.rule}>
                {index > 0 && ' '}
                <Sentence sentence={each} shift={shift} />
              </span>
            ))}
          </p>
        )}
        <Link to="/admin/shift" className={styles.way}>
          {name || say('wholeDay')}: {sayHome('openShift')}
          <IconArrowRight size={16} />
        </Link>
      </section>
      {hours.length > 0 && (
        <Panel title={say(hasTarget(hours) ? 'byHour' : 'madeByHour')} sub={say('packsUnit')}>
          <HourBand hours={hours} shift={{ ...shift, isRunning }} />
        </Panel>
      )}
      {(hasStories || different) && (
        <div className={styles.columns} data-alone={!hasStories || different === null}>
          {hasStories && <Stories page={page} shift={shift} most={mostStories} />}
          {different && <DifferentPanel different={different} shift={shift} />}
        </div>
      )}
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
