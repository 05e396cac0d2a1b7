import { Button } from '@mantine/core'
import { type ShiftPage, sendReport } from '@packboard/contract'
import { formatClock, formatTimeInState, noFigure, reportFiles } from '@packboard/model'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { ClientPicker } from '../clients/ClientPicker.tsx'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { useFigureRefresh } from '../filter/figureQuery.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { currentLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCheck } from '../icons/icons.ts'
import { IncompleteNote } from '../incomplete/IncompleteNote.tsx'
import { type ChosenClient, useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { isForUs } from '../shell/help/shortcuts.ts'
import { PrintHead } from '../shell/print/PrintHead.tsx'
import { printPage } from '../shell/print/printPage.ts'
import { useShiftPage } from '../shift/shiftQueries.ts'
import { readShiftSearch } from '../shift/shiftSearch.ts'
import { filterOfShift, type ShiftWindow } from '../shift/shiftWays.ts'
import { newKey } from '../stops/labels.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useShownZone } from '../time/zone.ts'
import { Loadable, LoadingWord } from '../ui/Loadable.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { Against } from './Against.tsx'
import { HandOver } from './HandOver.tsx'
import { Questions } from './Questions.tsx'
import shared from './Rows.module.css'
import { ShiftAnswer } from './ShiftAnswer.tsx'
import { ShiftFigures } from './ShiftFigures.tsx'
import styles from './ShiftScreen.module.css'
import { ShiftSteps } from './ShiftSteps.tsx'
import { MachineLink, Standing } from './Standing.tsx'
import { DifferentPanel, Stories } from './Stories.tsx'

/** The page of a shift of the own or the chosen client; staff without a choice choose first. */
export function ShiftScreen() {
  const person = usePerson()
  const client = useClient(person)
  usePageTitle(useTexts('shift')('linkName'), client?.name)
  if (useClientInAddress()) return <LoadingWord turning />
  if (client) return <ShiftOf key={client.id} client={client} />
  return person.permissions.chooseClient ? <ClientPicker /> : <NotAllowed />
}

function ShiftOf({ client }: { client: ChosenClient }) {
  const { start } = readShiftSearch(useSearch({ strict: false }))
  const query = useShiftPage(client.id, start)
  // The lanes, while the shift runs.
  useFigureRefresh()
  const navigate = useNavigate()
  const go = useCallback(
    (to: Date | null) =>
      void navigate({
        to: '/admin/shift',
        search: ({ client: of }: { client?: number }) => ({
          ...(of !== undefined && { client: of }),
          ...(to && { start: to.toISOString() }),
        }),
        resetScroll: false,
      }),
    [navigate],
  )
  // Those of the page before lead elsewhere while the next one is on its way.
  useStepKeys(query.isPlaceholderData ? undefined : query.data?.shift, go)
  return (
    <div className={styles.page}>
      <Loadable query={query} isEmpty={() => false} waiting={<Waiting />}>
        {(page) => <WholePage page={page} client={client} go={go} />}
      </Loadable>
    </div>
  )
}

/** ← and → lead to the shift before and after, where nothing else takes them. */
function useStepKeys(shift: ShiftPage['shift'] | undefined, go: (to: Date | null) => void) {
  useEffect(() => {
    if (!shift) return
    const press = (event: KeyboardEvent) => {
      if (!isForUs(event) || event.shiftKey) return
      if (event.target instanceof Element && event.target.closest('[role="slider"]')) return
      if (event.key === 'ArrowLeft') go(shift.previous)
      else if (event.key === 'ArrowRight' && shift.next) go(shift.next)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [shift, go])
}

function WholePage({
  page,
  client,
  go,
}: {
  page: ShiftPage
  client: ChosenClient
  go: (to: Date | null) => void
}) {
  const say = useTexts('shiftPage')
  const zone = useShownZone()
  const { from, to, isRunning } = page.shift
  const shift: ShiftWindow = { clientId: client.id, from, to, zone }
  const start = isRunning ? undefined : from.toISOString()
  const { takeover } = page.signatures
  return (
    <>
      <PrintHead
        title={page.shift.name || say('wholeDay')}
        client={client.name}
        filter={filterOfShift(shift)}
        choices=""
      />
      <div className={styles.head}>
        <h1>{page.shift.name || say('wholeDay')}</h1>
        <ShiftSteps shift={page.shift} zone={page.zone} go={go} />
        {takeover && page.isFixed && (
          <span className={styles.chip}>
            <IconCheck size={14} stroke={2} />
            {say('handedOverAt', { time: formatClock(takeover.at, zone).slice(0, 5) })}
          </span>
        )}
        {isRunning && <EndsIn page={page} />}
        <div className={styles.side}>
          <SendShift clientId={client.id} from={from} />
          <Button variant="default" onClick={printPage} data-screen-only>
            {say('print')}
          </Button>
          <p className={styles.stamp}>
            <span>{say('figuresAsOf')}</span>
            <b>
              <DateTime at={page.at} />
            </b>
          </p>
        </div>
      </div>
      <IncompleteNote clientId={client.id} from={from} />
      <ShiftAnswer {...{ page, shift, start }} />
      <ShiftFigures page={page} />
      {page.machines > 0 && <Against page={page} shift={shift} />}
      <p className={styles.foot} data-print-only>
        {say('figuresAsOf')} <DateTime at={page.at} />
        {page.figures.metrics.coverage !== null &&
          `, ${say('coverage', { percent: formatPercent(page.figures.metrics.coverage) })}`}
      </p>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Stories page={page} shift={shift} />
          <div className={`${styles.column} ${styles.beside}`}>
            {page.different && <DifferentPanel different={page.different} shift={shift} />}
            <Rejects page={page} shift={shift} />
          </div>
        </div>
        <div className={styles.column}>
          <Standing page={page} shift={shift} />
          <Questions page={page} shift={shift} />
          <Changed page={page} shift={shift} />
          <HandOver page={page} clientId={client.id} />
        </div>
      </div>
    </>
  )
}

/** How long a running shift still lasts, as of its figures. */
function EndsIn({ page }: { page: ShiftPage }) {
  const say = useTexts('shiftPage')
  const { leftSeconds } = page.figures
  return (
    <span className={styles.chip}>
      {say('endsIn', { time: formatTimeInState(Math.max(0, leftSeconds)) })}
    </span>
  )
}

/** Settings and parts that were changed, in the order of time. */
function Changed({ page, shift }: { page: ShiftPage; shift: ShiftWindow }) {
  const say = useTexts('shiftPage')
  const zone = useShownZone()
  const [whole, showAll] = useState(false)
  const { changes, changeCount } = page
  if (changeCount === 0) return null
  const shown = whole ? changes : changes.slice(0, fewChanges)
  return (
    <Panel title={say('changed')} sub={say('changedSub', { count: changeCount })}>
      <ul className={shared.rows}>
        {shown.map(({ at, machineId, userGroup, description, valueBefore, valueAfter }) => (
          <li key={`${at.getTime()} ${machineId} ${userGroup} ${description} ${valueAfter}`}>
            <span className={shared.what}>
              <span className="digits">{formatClock(at, zone).slice(0, 5)}</span>
              <MachineLink {...{ machineId, shift }} />
              <span>{description || userGroup}</span>
            </span>
            <span className={styles.values}>
              {valueBefore || noFigure} → <b>{valueAfter || noFigure}</b>
            </span>
          </li>
        ))}
      </ul>
      {!whole && changes.length > fewChanges && (
        <button type="button" className={styles.more} onClick={() => showAll(true)}>
          {say('showAll', { count: formatCount(changes.length) })}
        </button>
      )}
    </Panel>
  )
}

const fewChanges = 6

/** The machines with most rejects. */
function Rejects({ page, shift }: { page: ShiftPage; shift: ShiftWindow }) {
  const say = useTexts('shiftPage')
  if (page.rejects.length === 0) return null
  return (
    <Panel title={say('rejects')} sub={say('rejectsSub')}>
      <ul className={shared.rows}>
        {page.rejects.map(({ machineId, packs, percent }) => (
          <li key={machineId}>
            <span className={shared.what}>
              <MachineLink {...{ machineId, shift }} />
            </span>
            <span className={styles.values}>
              <b>{say('packsOf', { count: formatCount(packs) })}</b>
              {percent !== null && ` ${formatPercent(percent)}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The page in the size that it will have, so that nothing moves when it comes. */
function Waiting() {
  return (
    <>
      <div className={styles.head}>
        <Skeleton width={320} height={40} />
      </div>
      <Skeleton width="100%" height={96} radius={12} />
      <Skeleton width="100%" height={76} radius={12} />
      <Skeleton width="100%" height={420} radius={12} />
      <div className={styles.columns}>
        <Skeleton width="100%" height={420} radius={12} />
        <Skeleton width="100%" height={420} radius={12} />
      </div>
    </>
  )
}

/** Sends the shift of this page as a report to the person who presses, in the language of the screen. */
function SendShift({ clientId, from }: { clientId: number; from: Date }) {
  const say = useTexts('shiftPage')
  const { setReports } = usePerson().permissions
  const sending = useMutation({
    mutationFn: () =>
      call(sendReport, {
        params: { clientId, id: newKey() },
        body: {
          ...{ to: 'me', start: from.toISOString() },
          report: {
            ...{ name: say('sendMe'), enabled: true, kind: 'shift', machines: 'all', to: [] },
            ...{ language: currentLanguage().language, files: [...reportFiles] },
          },
        },
      }),
    onSuccess: () => showToast(say('sentToMe')),
    onError: (error) => showToast(failureText(error), true),
  })
  if (!setReports) return null
  return (
    <Button
      variant="default"
      loading={sending.isPending}
      onClick={() => sending.mutate()}
      data-screen-only
    >
      {say('sendMe')}
    </Button>
  )
}
