import { Button } from '@mantine/core'
import type { ClientMachine } from '@packboard/contract'
import { filterPeriod, productionDefault } from '@packboard/model'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { MachineAlerts } from '../alerts/soonAlerts.ts'
import { worthAnotherTry } from '../api/call.ts'
import type { TakePicture } from '../charts/Drawing.tsx'
import { packsInParts, packsSeries } from '../charts/packsSeries.ts'
import { StateBars, StateTimes } from '../charts/StateBars.tsx'
import { TableSwitch } from '../charts/TableSwitch.tsx'
import { useMachines } from '../clients/clientQueries.ts'
import { useClientOfAddress } from '../clients/useClientOfAddress.ts'
import { changeAgainst, EarlierChoice } from '../earlier/EarlierChoice.tsx'
import { earlierValue, useEarlier, useEarlierKind } from '../earlier/earlierAsOf.ts'
import { FilterBar } from '../filter/FilterBar.tsx'
import { useFigureRefresh, useFigures } from '../filter/figureQuery.ts'
import { isByCause } from '../filter/filter.ts'
import { choicesText, windowText } from '../filter/filterText.ts'
import { useFilter, useFilterChoices } from '../filter/useFilter.ts'
import { useUndo } from '../filter/useUndo.ts'
import { needTexts } from '../i18n/language.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChartBar } from '../icons/furtherIcons.ts'
import { IncompleteNote } from '../incomplete/IncompleteNote.tsx'
import { LastUpdated } from '../kpis/LastUpdated.tsx'
import { MetricCards } from '../kpis/MetricCards.tsx'
import { metricsQuery } from '../kpis/metricsQuery.ts'
import { useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import { PrintHead } from '../shell/print/PrintHead.tsx'
import { StopCausesPanel } from '../stops/StopCausesPanel.tsx'
import { type StopSelecting, useStopSelection } from '../stops/useStopSelection.ts'
import { KeepDates } from '../ui/KeepDates.tsx'
import { FailedMark, Loadable, LoadingWord } from '../ui/Loadable.tsx'
import { Message } from '../ui/Message.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { PacksPanel } from './PacksPanel.tsx'
import { Head, LiveHead } from './ProductionHead.tsx'
import styles from './ProductionScreen.module.css'
import { type ProductionScope, partIds, scopeAsOf } from './productionScope.ts'
import { productionQueries } from './productionWire.ts'
import { Rings } from './Rings.tsx'
import { ScopeExplain, ScopeExport } from './scopeParts.tsx'

const CauseCards = lazy(() =>
  import('../kpis/CauseCards.tsx').then(({ CauseCards }) => ({ default: CauseCards })),
)
const AlarmInfoModal = lazy(() =>
  import('../records/AlarmInfoModal.tsx').then(({ AlarmInfoModal }) => ({
    default: AlarmInfoModal,
  })),
)
const AuditTrailModal = lazy(() =>
  import('../records/AuditTrailModal.tsx').then(({ AuditTrailModal }) => ({
    default: AuditTrailModal,
  })),
)
const ChangesPanel = lazy(() =>
  import('../changes/ChangesPanel.tsx').then(({ ChangesPanel }) => ({ default: ChangesPanel })),
)
const StopsPanel = lazy(async () => {
  const [{ StopsPanel }] = await Promise.all([
    import('../stops/StopsPanel.tsx'),
    needTexts('stopBook'),
  ])
  return { default: StopsPanel }
})

/** The cards of a cause, while they are on their way, px. */
const cardHeight = 148

/** Of a machine in a flow; it comes after the figures. */
const SpeedLossLine = lazy(async () => {
  const [line] = await Promise.all([import('../losses/SpeedLossLine.tsx'), needTexts('losses')])
  return { default: line.SpeedLossLine }
})
const WaitsFor = lazy(async () => {
  const [{ WaitsFor }] = await Promise.all([import('../line/WaitsFor.tsx'), needTexts('line')])
  return { default: WaitsFor }
})

/** The tables that open over the page. */
type Records = 'auditTrail' | 'alarmInfo'

const route = getRouteApi('/admin/productionData/$clientId/$machineId')

/** One machine: its present, and every figure of a window of time. */
export function ProductionScreen() {
  const say = useTexts('production')
  const params = route.useParams()
  const clientId = Number(params.clientId)
  const serialNo = params.machineId
  useClientOfAddress(clientId)
  usePageTitle(serialNo, say('title'))
  const machines = useMachines(clientId)
  const machine = machines.data?.machines.find(({ machineId }) => machineId === serialNo)
  if (machines.isError || (machines.data && !machine)) {
    // A refusal is final: a retry does not help a user who may not see the machine.
    const lost = machines.isError && worthAnotherTry(machines.error)
    return (
      <Message
        title={say('noMachines')}
        level={1}
        action={
          lost ? (
            <FailedMark retry={() => machines.refetch()} />
          ) : (
            <Button component={Link} to="/admin/dashboard" variant="default">
              {say('overview')}
            </Button>
          )
        }
      >
        {!lost && say('noMachine', { machine: serialNo })}
      </Message>
    )
  }
  // The figures are requested at once, whether the machine's name and line are known or not.
  return <Production key={`${clientId} ${serialNo}`} {...{ clientId, serialNo, machine }} />
}

function Production({
  clientId,
  serialNo,
  machine,
}: {
  clientId: number
  serialNo: string
  machine: ClientMachine | undefined
}) {
  const say = useTexts('production')
  const { filter, apply, clear } = useFilter(productionDefault, carried)
  const choices = useFilterChoices(clientId, serialNo, filter)
  const undoing = useUndo()
  const client = useClient(usePerson())
  useFigureRefresh()
  const selecting = useStopSelection()
  const against = useEarlierKind()
  const lists = selecting.selection !== null || selecting.at !== null
  // A list that the address opened leaves the focus where a page begins.
  const pressed = useRef(false)
  useEffect(() => {
    pressed.current = true
  }, [])
  const [modal, setModal] = useState<Records | null>(null)
  // Once opened they stay, so that they can close in their own time.
  const [wanted, setWanted] = useState<readonly Records[]>([])
  // The same object between two windows: what depends on it alone is not drawn again with each refresh.
  const scope = useMemo(() => ({ clientId, serialNo, filter }), [clientId, serialNo, filter])
  const updated = <FiguresUpdated scope={scope} />
  const open = (records: Records) => {
    setWanted((before) => [...before, records])
    setModal(records)
  }
  const close = () => setModal(null)
  return (
    <>
      <PrintHead
        title={say('title')}
        client={client?.name}
        machine={[serialNo, machine?.lineName, machine?.machineType.label]
          .filter(Boolean)
          .join(', ')}
        filter={filter}
        choices={choicesText(filter)}
      />
      {machine ? (
        <LiveHead {...{ clientId, machine }}>{updated}</LiveHead>
      ) : (
        <Head serialNo={serialNo}>{updated}</Head>
      )}
      <div className={styles.page}>
        <Suspense fallback={null}>
          <MachineAlerts clientId={clientId} machineId={serialNo} />
        </Suspense>
        {machine?.hasFlow && (
          <Suspense fallback={null}>
            <WaitsFor scope={{ clientId, line: machine.lineName, filter }} serialNo={serialNo} />
          </Suspense>
        )}
        <FilterBar
          {...{ filter, choices, apply, clear }}
          undoing={undoing}
          beside={<ComparedWith scope={scope} />}
        />
        <IncompleteNote clientId={clientId} {...filterPeriod(filter)} />
        <Totals scope={scope} />
        <Rings {...{ scope, apply, selecting }} />
        <PacksPanel
          scope={scope}
          selecting={selecting}
          onAuditData={() => open('auditTrail')}
          onAlarmsInfo={() => open('alarmInfo')}
        />
        <StopCausesPanel {...{ scope, selecting }} id={partIds.stopCauses} against={against} />
        <Suspense fallback={<Skeleton width="100%" height={31} />}>
          <SpeedLossLine scope={scope} />
        </Suspense>
        {lists && (
          <div>
            <Suspense fallback={<LoadingWord turning />}>
              <StopsPanel {...{ scope, selecting }} takesFocus={pressed.current} />
            </Suspense>
          </div>
        )}
        <StatesPanel {...{ scope, selecting }} />
        <div className={styles.rest}>
          <Suspense fallback={<LoadingWord turning />}>
            <ChangesPanel {...{ scope, apply }} />
          </Suspense>
        </div>
      </div>
      <Suspense fallback={null}>
        {wanted.includes('auditTrail') && (
          <AuditTrailModal
            {...{ clientId, filter }}
            machineId={serialNo}
            opened={modal === 'auditTrail'}
            onClose={close}
          />
        )}
        {wanted.includes('alarmInfo') && (
          <AlarmInfoModal
            {...{ clientId, filter }}
            machineId={serialNo}
            opened={modal === 'alarmInfo'}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

/**
 * The instant of the figures. It changes with each refresh, and is a component of its own so that the filter bar and the
 * panels are not drawn again with it.
 */
function FiguresUpdated({ scope }: { scope: ProductionScope }) {
  const { filter } = scope
  const { asOf, late, query } = useFigures(metricsQuery(scope, filter))
  return <LastUpdated figures={{ asOf, late, query }} filter={filter} />
}

/** What the figures are compared with. It changes with each refresh, as their instant does. */
function ComparedWith({ scope }: { scope: ProductionScope }) {
  const { asOf } = useFigures(metricsQuery(scope, scope.filter))
  return <EarlierChoice asOf={asOf} />
}

/** Its address names the machine, so the bar has only these to choose besides the tool. */
const carried = ['product'] as const

/** The small bars on the card of packs. */
const parts = 9

function Totals({ scope }: { scope: ProductionScope }) {
  // The window and the explanations of the cards are in the language of the screens.
  useTexts('production')
  const { clientId, serialNo, filter } = scope
  const { query, asOf } = useFigures(metricsQuery(scope, filter))
  const earlier = useEarlier(asOf)
  const before = earlierValue(useFigures(metricsQuery(scope, filter, { earlier })), earlier)
  const { query: speed } = useFigures(productionQueries.speed(clientId, serialNo, filter))
  const bars = useMemo(() => {
    const { steps, stepSeconds, from, to } = speed.data ?? {}
    if (!steps || !stepSeconds || !from || !to || steps.length < parts) return undefined
    const series = packsSeries(steps, stepSeconds, from, to)
    return packsInParts(series, stepSeconds, from, to, parts)
  }, [speed.data])
  if (isByCause(filter)) {
    return (
      <Suspense fallback={<Skeleton width="100%" height={cardHeight} />}>
        <CauseCards
          {...{ clientId, serialNo, filter, query }}
          scope={<KeepDates>{windowText(asOf?.filter ?? filter)}</KeepDates>}
          explainPacks={<ScopeExplain scope={scopeAsOf(scope, asOf)} figure="packs" />}
        />
      </Suspense>
    )
  }
  return (
    <MetricCards
      query={query}
      scope={<KeepDates>{windowText(asOf?.filter ?? filter)}</KeepDates>}
      bars={bars}
      explain={(figure) => <ScopeExplain scope={scopeAsOf(scope, asOf)} figure={figure} />}
      change={changeAgainst(earlier, before)}
    />
  )
}

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
        picture={<IconChartBar size={24} stroke={1.5} />}
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
