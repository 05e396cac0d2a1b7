import { type ClientMachine, stopList } from '@packboard/contract'
import { isOffline, type Period, periodFilter, presetShift, type ShiftPlan } from '@packboard/model'
import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { CallForHelp } from '../alerts/CallForHelp.tsx'
import { call } from '../api/call.ts'
import { clientTimesQuery } from '../clients/clientQueries.ts'
import { windowWire } from '../filter/filterWire.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle, IconX } from '../icons/icons.ts'
import type { OverviewFeed } from '../overview/overviewFeed.ts'
import { useOverview, useSeenNow } from '../overview/useOverview.ts'
import { useWindowStart } from '../overview/useWindowStart.ts'
import { type Reasons, useReasons } from '../reasons/useReasons.ts'
import { ProgressLine } from '../shiftProgress/ProgressLine.tsx'
import { useShiftProgress } from '../shiftProgress/useShiftProgress.ts'
import { serverNow } from '../time/serverClock.ts'
import { Loadable, type Waiting } from '../ui/Loadable.tsx'
import { showToast, Toasts } from '../ui/Toasts.tsx'
import { useWakeLock } from '../wall/useWakeLock.ts'
import { type Answering, whileKnown } from './answering.ts'
import { type ShiftStops, shiftCounts } from './answersOf.ts'
import { OpenStop } from './OpenStop.tsx'
import { OperatorHead } from './OperatorHead.tsx'
import styles from './OperatorPage.module.css'
import { type Answers, useAnswers } from './useAnswers.ts'
import { WithoutReason } from './WithoutReason.tsx'

/** Needed once a shift. */
const HandOverTablet = lazy(async () => ({
  default: (await import('./HandOverTablet.tsx')).HandOverTablet,
}))

/** The machines of a line, or of the link of a tablet: how their shift goes, and why they stand. */
export function OperatorPage({
  clientId,
  answering,
  place,
  machines,
  open,
  choose,
  changePlace,
}: {
  clientId: number
  answering: Answering
  /** Name of the line, or where the tablet is. */
  place: string
  machines: readonly ClientMachine[]
  open: string
  choose: (machineId: string) => void
  changePlace?: () => void
}) {
  useWakeLock()
  const start = useWindowStart()
  const serialNos = machines.map(({ machineId }) => machineId)
  const feed = useOverview(clientId, serialNos, start.from)
  const reasons = useReasons(clientId)
  const answers = useAnswers(clientId, reasons, answering.key)
  const progress = useShiftProgress(clientId)
  const say = useTexts('shiftPage')
  const sayAll = useTexts('ui')
  const [handingOver, handOver] = useState(false)
  const { data: plan } = useQuery(clientTimesQuery(clientId))
  // All machines of the line: what was loaded before can be answered without a network.
  const stops = useQueries({
    queries: serialNos.map((serialNo) => operatorStopsQuery(clientId, serialNo, plan)),
  })
  const waitingOf = (index: number) => {
    const data = stops[index]?.data
    return data ? shiftCounts(data, answers).waiting : 0
  }
  const shown = stops[serialNos.indexOf(open)]
  const own = progress?.machines.find(({ machineId }) => machineId === open)
  return (
    <>
      <OperatorHead
        {...{ answering, place, machines, open, choose, feed, answers }}
        counts={machines.map((_, index) => waitingOf(index))}
        {...(changePlace && { changePlace })}
      />
      <main id="main" className={styles.page} tabIndex={-1}>
        {handingOver && (
          <Suspense fallback={<p role="status">{sayAll('loading')}</p>}>
            <HandOverTablet
              {...{ clientId, answering, machines, reasons, answers }}
              stops={stops.flatMap(({ data }) => data?.unnamed ?? [])}
              back={() => handOver(false)}
            />
          </Suspense>
        )}
        {!handingOver && progress?.shift && own && (
          <ProgressLine
            packs={own}
            machines={[own]}
            shift={progress.shift}
            at={progress.at}
            large
          />
        )}
        {!handingOver && shown && (
          <MachineStops
            key={open}
            {...{ clientId, feed, reasons, answers }}
            serialNo={open}
            query={whileKnown(shown)}
          />
        )}
        {!handingOver && (
          <CallForHelp
            key={`help ${open}`}
            clientId={clientId}
            serialNo={open}
            name={answering.name}
          />
        )}
        {!handingOver && (
          <button type="button" className={styles.handOver} onClick={() => handOver(true)}>
            {say('openHandOver')}
          </button>
        )}
      </main>
      <Toasts />
    </>
  )
}

/** One machine: its open stop large, and the stops of this shift that wait for a reason. */
function MachineStops({
  clientId,
  serialNo,
  feed,
  reasons,
  answers,
  query,
}: {
  clientId: number
  serialNo: string
  feed: OverviewFeed
  reasons: Reasons & { readonly loaded: boolean }
  answers: Answers
  query: Waiting<ShiftStops>
}) {
  const say = useTexts('stopBook')
  const queries = useQueryClient()
  // A change of state begins or ends a stop: what is listed is read again at once.
  const moment = useSeenNow(feed, () => {
    const card = feed.cards.get(serialNo)
    if (!card) return ''
    return `${card.state} ${isOffline(card, new Date(feed.now()))}`
  })
  useEffect(() => {
    if (moment === '') return
    void queries.invalidateQueries({ queryKey: ['operator', 'stops', clientId, serialNo] })
  }, [moment, queries, clientId, serialNo])
  const answer: Answers['add'] = (...parts) => {
    const added = answers.add(...parts)
    if (!added) showToast(say('tooManyWait'), true)
    return added
  }
  const mine = answers.refused.filter(({ body }) => body.machineId === serialNo)
  return (
    <Loadable query={query} isEmpty={() => false} saysLoading>
      {(stops) => (
        <div className={styles.columns}>
          <div className={styles.first}>
            {mine.map(({ key, word, why }) => (
              <div key={key} role="alert" className={styles.refused}>
                <IconAlertTriangle size={24} />
                <span>
                  <b>{say('notStored', { reason: word })}</b> {why}
                </span>
                <button
                  type="button"
                  aria-label={say('seen')}
                  title={say('seen')}
                  onClick={() => answers.forget(key)}
                >
                  <IconX size={24} />
                </button>
              </div>
            ))}
            <OpenStop
              // Another stop begins without what was opened for this one.
              key={stops.open?.start.toISOString() ?? 'none'}
              {...{ serialNo, feed, reasons }}
              stop={stops.open}
              answers={{ ...answers, add: answer }}
            />
          </div>
          <WithoutReason
            {...{ reasons }}
            stops={stops.unnamed}
            counts={shiftCounts(stops, answers)}
            thresholdSeconds={stops.coverage.thresholdSeconds}
            answers={{ ...answers, add: answer }}
          />
        </div>
      )}
    </Loadable>
  )
}

const hourMs = 3_600_000
/** Without shifts a shift is as long as this. */
const usualShiftMs = 8 * hourMs
/** How far back the stop that goes on is looked for. */
const openMs = 24 * hourMs
const againMs = 30_000
/** So many stops without a reason are listed, the newest. */
const mostListed = 100

/** The present shift up to now; the last eight hours where there are no shifts. */
function shiftSoFar(plan: ShiftPlan, now: Date): Period {
  const shift = presetShift('This shift', plan.starts, now, plan.zone)
  const from = shift?.period.from ?? new Date(now.getTime() - usualShiftMs)
  return { from, to: now }
}

/** The stops of one machine that an operator names. They are also requested in the background: a tablet has one page. */
const operatorStopsQuery = (clientId: number, machineId: string, plan: ShiftPlan | undefined) =>
  queryOptions({
    queryKey: ['operator', 'stops', clientId, machineId],
    queryFn: async ({ signal }): Promise<ShiftStops> => {
      const now = new Date(serverNow())
      const zone = plan?.zone ?? 'UTC'
      const question = (period: Period) => ({
        clientId,
        machineId,
        ...windowWire(periodFilter(period, zone)),
        sort: 'start' as const,
        order: 'descending' as const,
      })
      const shift = shiftSoFar({ zone, starts: plan?.starts ?? [] }, now)
      const day = { from: new Date(now.getTime() - openMs), to: now }
      const [newest, waiting] = await Promise.all([
        call(stopList, { query: { ...question(day), pageSize: 1 } }, signal),
        call(
          stopList,
          {
            query: {
              ...question(shift),
              withoutReason: 'true',
              micro: 'false',
              pageSize: mostListed,
            },
          },
          signal,
        ),
      ])
      return {
        open: newest.stops.find(({ goesOn }) => goesOn) ?? null,
        unnamed: waiting.stops.filter(({ goesOn }) => !goesOn),
        coverage: waiting.reasons,
      }
    },
    enabled: plan !== undefined,
    refetchInterval: againMs,
    staleTime: 5_000,
  })
