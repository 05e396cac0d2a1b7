import { Button } from '@mantine/core'
import { overviewArrangement, setOverviewArrangement } from '@packboard/contract'
import { densities } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { call } from '../../api/call.ts'
import { ComparedWith, EarlierSwitch } from '../../earlier/EarlierSwitch.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { chooseDensity } from '../../preferences/DensityMenu.tsx'
import { preferencesQuery } from '../../preferences/preferencesQuery.ts'
import type { ChosenClient } from '../../session/chosenClient.ts'
import { usePerson } from '../../session/useSession.ts'
import { useDensity, useDensityIsChosen } from '../../theme/density.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import {
  type Arrangement,
  type Grouping,
  groupings,
  keepArrangement,
  keptArrangement,
  rearranged,
} from '../arrangement.ts'
import styles from './OverviewTools.module.css'
import { useShiftFigures } from './useShiftFigures.ts'

export type ToolProps = {
  client: ChosenClient
  grouping: Grouping
  arranging: boolean
  arrange: (on: boolean) => void
  /** Where the totals of the cards begin. */
  from: Date
}

/** How dense the cards are, what they are grouped by and compared with, and the way to arrange them. */
export function OverviewTools({ client, grouping, arranging, arrange, from }: ToolProps) {
  const say = useTexts('lines')
  const sayAll = useTexts('ui')
  const narrow = useNarrow()
  const density = useDensity()
  useArrangementSync(client.id)
  const { asOf, earlier } = useShiftFigures(client, grouping, from)
  const navigate = useNavigate()
  const choose = (group: Grouping) => {
    rearrange(client.id, { grouping: group })
    void navigate({
      to: '/admin/dashboard',
      search: (search: { client?: number }) => ({ ...search, group }),
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <div className={styles.tools}>
      {!narrow && (
        <Choice name={sayAll('density')}>
          <Segmented
            label={sayAll('density')}
            value={density}
            options={densities.map((value) => ({ value, label: sayAll(value) }))}
            choose={chooseDensity}
          />
        </Choice>
      )}
      <Choice name={say('groupBy')}>
        <Segmented
          label={say('groupBy')}
          value={grouping}
          options={groupings.map((value) => ({ value, label: say(value) }))}
          choose={choose}
        />
      </Choice>
      {client.subscriptionLabel === 'premium' && (
        <EarlierSwitch earlier={earlier} known={asOf !== undefined} alone />
      )}
      {!narrow && (
        <Button variant="default" aria-pressed={arranging} onClick={() => arrange(!arranging)}>
          {say('arrange')}
        </Button>
      )}
    </div>
  )
}

/** Its name is seen above it and read with it. */
function Choice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      {children}
    </div>
  )
}

/** What was chosen and is not seen on the cards: the window of the comparison, and that they are being arranged; once a proposal. */
export function ChosenView({
  client,
  grouping,
  arranging,
  arrange,
  from,
  machines,
}: ToolProps & { machines: number }) {
  const say = useTexts('lines')
  const { asOf, earlier } = useShiftFigures(client, grouping, from)
  return (
    <>
      <div className={styles.chosen}>
        <ComparedWith earlier={earlier} known={asOf !== undefined} />
        {arranging && (
          <>
            <span>{say('arrangeHint')}</span>
            <Button size="xs" onClick={() => arrange(false)}>
              {say('done')}
            </Button>
          </>
        )}
      </div>
      {machines > mostRoomy && <CompactProposal machines={machines} />}
    </>
  )
}

/** More machines than that are seen together only in the compact density. */
const mostRoomy = 16

/** Shown once: each answer is a choice, and who has chosen gets no proposal. It lies over the page, so that no card moves. */
function CompactProposal({ machines }: { machines: number }) {
  const say = useTexts('lines')
  const narrow = useNarrow()
  const isChosen = useDensityIsChosen()
  const { data } = useQuery(preferencesQuery(usePerson().id))
  if (narrow || isChosen || data === undefined || data.density !== null) return null
  return (
    <section className={styles.proposal} aria-label={say('proposal')} data-screen-only>
      <p>{say('proposeCompact', { count: machines })}</p>
      <Button size="xs" onClick={() => chooseDensity('compact')}>
        {say('takeCompact')}
      </Button>
      <Button size="xs" variant="default" onClick={() => chooseDensity('comfortable')}>
        {say('keepRoomy')}
      </Button>
    </section>
  )
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
}

/**
 * Lies over a card while the machines are arranged: its handle moves the card within its group by mouse, finger or arrow keys, its star puts
 * it first.
 */
export function ArrangeCard({
  clientId,
  serialNo,
  group,
  arrangement,
}: {
  clientId: number
  serialNo: string
  /** The serial numbers of the group in the order of the screen. */
  group: readonly string[]
  arrangement: Arrangement
}) {
  const say = useTexts('lines')
  const [dragged, setDragged] = useState(false)
  const handle = useRef<HTMLButtonElement>(null)
  const place = group.indexOf(serialNo)
  const starred = arrangement.favourites.includes(serialNo)
  // A drag lasts longer than one drawing: it moves within the group as it is then.
  const latest = useRef({ group, arrangement })
  latest.current = { group, arrangement }
  const move = (to: number) => {
    const now = latest.current
    const order = movedTo(now.arrangement, now.group, serialNo, to)
    if (order) rearrange(clientId, { order })
  }
  const drag = ({ button, isPrimary, pointerId }: PointerEvent) => {
    if (button !== 0 || !isPrimary) return
    setDragged(true)
    // The card changes its place in the document under the pointer, which ends a capture.
    const follow = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId) return
      const under = document.elementFromPoint(event.clientX, event.clientY)
      const over = under?.closest<HTMLElement>('[data-arranged]')?.dataset.arranged
      const to = over === undefined ? -1 : latest.current.group.indexOf(over)
      if (to >= 0 && over !== serialNo) move(to)
    }
    const end = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId) return
      setDragged(false)
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(place + step)
    // A card that moves in the document loses the focus.
    requestAnimationFrame(() => handle.current?.focus())
  }
  const where = say('place', { machine: serialNo, place: place + 1, count: group.length })
  return (
    <div className={styles.over} data-arranged={serialNo} data-dragged={dragged}>
      <button
        ref={handle}
        type="button"
        className={styles.handle}
        aria-label={say('move', { where })}
        onPointerDown={drag}
        onKeyDown={press}
      >
        <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
          {[5, 10, 15].flatMap((y) =>
            [7, 13].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.6" />),
          )}
        </svg>
        <b>{serialNo}</b>
      </button>
      <button
        type="button"
        className={styles.star}
        aria-pressed={starred}
        aria-label={say('favourite', { machine: serialNo })}
        onClick={() => rearrange(clientId, { favourites: withStar(arrangement, serialNo) })}
      >
        <span aria-hidden="true">{starred ? '★' : '☆'}</span>
      </button>
      <span className="spoken" role="status">
        {document.activeElement === handle.current ? where : ''}
      </span>
    </div>
  )
}

/**
 * The own order after a machine of a group is moved to a place in it; undefined where it stays. Favourites come first, so that a machine
 * stays among those of its kind. The order of other groups does not change.
 */
export function movedTo(
  { order, favourites }: Arrangement,
  group: readonly string[],
  serialNo: string,
  to: number,
): string[] | undefined {
  const from = group.indexOf(serialNo)
  const stars = group.filter((each) => favourites.includes(each)).length
  const [first, last] = favourites.includes(serialNo) ? [0, stars - 1] : [stars, group.length - 1]
  const place = Math.min(Math.max(to, first), last)
  if (from < 0 || place === from) return undefined
  const moved = group.toSpliced(from, 1).toSpliced(place, 0, serialNo)
  const own = new Set(group)
  return [...order.filter((each) => !own.has(each)), ...moved]
}

/** The favourites with this machine, or without it if it was one. */
const withStar = ({ favourites }: Arrangement, serialNo: string): string[] =>
  favourites.includes(serialNo)
    ? favourites.filter((each) => each !== serialNo)
    : [...favourites, serialNo]

/**
 * Brings the arrangement of the person to this browser and takes to the server what was arranged here before the server kept it. What
 * this browser has is shown at once; a change is stored when it is made.
 */
function useArrangementSync(clientId: number): void {
  const { id } = usePerson()
  const { data } = useQuery({
    queryKey: ['arrangement', id, clientId],
    queryFn: ({ signal }) => call(overviewArrangement, { params: { clientId } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (!data) return
    if (data.arrangement) keepArrangement(clientId, data.arrangement)
    else {
      const kept = keptArrangement(clientId)
      if (kept) store(clientId, kept)
    }
  }, [data, clientId])
}

/** Shown at once, and stored for the person. Where it cannot be stored it holds in this browser, and the next change is stored. */
function rearrange(clientId: number, changed: Partial<Arrangement>): void {
  store(clientId, rearranged(clientId, changed))
}

function store(clientId: number, { grouping, order, favourites }: Arrangement): void {
  const body = { grouping, order: [...order], favourites: [...favourites] }
  void call(setOverviewArrangement, { params: { clientId }, body }).catch(() => undefined)
}
