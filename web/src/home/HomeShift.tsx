import type { ShiftPage } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowRight } from '../icons/icons.ts'
import type { ChosenClient } from '../session/chosenClient.ts'
import { HourBand } from '../shiftPage/Deviation.tsx'
import { shiftHours } from '../shiftPage/deviation.ts'
import { Sentence } from '../shift/Sentence.tsx'
import { DifferentPanel, Stories } from '../shiftPage/Stories.tsx'
import type { ShiftWindow } from '../shift/shiftWays.ts'
import { useShownZone } from '../time/zone.ts'
import { Loadable, type Waiting } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './HomeShift.module.css'

/** So many stops stand on home; the page of the shift has more. */
const mostStories = 3

/** The shift that runs, in short: one sentence, its hours against target, what cost most, what is different. */
export function HomeShift({ client, query }: { client: ChosenClient; query: Waiting<ShiftPage> }) {
  return (
    <div className={styles.shift}>
      <Loadable query={query} isEmpty={() => false} waiting={<Coming />}>
        {(page) => <Short page={page} client={client} />}
      </Loadable>
    </div>
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
        <Panel title={say('byHour')} sub={say('packsUnit')}>
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

/** In the size of what comes. */
function Coming() {
  return (
    <>
      <Skeleton width="100%" height={132} radius={12} />
      <Skeleton width="100%" height={212} radius={12} />
      <Skeleton width="100%" height={296} radius={12} />
    </>
  )
}
