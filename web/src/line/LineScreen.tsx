import { Button } from '@mantine/core'
import type { LineNowWire } from '@packboard/contract'
import { filterPeriod, periodFilter, presetPeriod } from '@packboard/model'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { ClientPicker } from '../clients/ClientPicker.tsx'
import { useMachines } from '../clients/clientQueries.ts'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { useLineNow } from '../clients/useLineNow.ts'
import { FilterBar } from '../filter/FilterBar.tsx'
import { useFigureRefresh } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { useFilter } from '../filter/useFilter.ts'
import { useUndo } from '../filter/useUndo.ts'
import { needTexts } from '../i18n/language.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronRight } from '../icons/icons.ts'
import { type ChosenClient, useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { PrintHead } from '../shell/print/PrintHead.tsx'
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx'
import { Loadable, LoadingWord } from '../ui/Loadable.tsx'
import { Message } from '../ui/Message.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { LineLosses } from './LineLosses.tsx'
import { LineNow, LineSkeleton } from './LineNow.tsx'
import styles from './LineScreen.module.css'
import type { LineScope } from './lineQueries.ts'
import { type LineView, lineViews, readLineSearch } from './lineSearch.ts'

/** Most persons never open it. */
const FlowEditor = lazy(async () => {
  const [{ FlowEditor }] = await Promise.all([import('./FlowEditor.tsx'), needTexts('panel')])
  return { default: FlowEditor }
})

/** The page of a line of the own or the chosen client; staff without a choice choose first. */
export function LineScreen() {
  const person = usePerson()
  const client = useClient(person)
  const { line } = readLineSearch(useSearch({ strict: false }))
  const say = useTexts('line')
  usePageTitle(line ?? say('title'), client?.name)
  if (useClientInAddress()) return <LoadingWord turning />
  if (client) return <LineOf key={client.id} client={client} />
  return person.permissions.chooseClient ? <ClientPicker /> : <NotAllowed />
}

/** The line that the address names, without a name the first one. */
function LineOf({ client }: { client: ChosenClient }) {
  const say = useTexts('line')
  const { line } = readLineSearch(useSearch({ strict: false }))
  const machines = useMachines(client.id)
  const lines = useMemo(
    () =>
      [...new Set(machines.data?.machines.map(({ lineName }) => lineName) ?? [])].filter(Boolean),
    [machines.data],
  )
  const wanted = line ?? lines[0]
  return (
    <Loadable
      query={{ ...machines, isError: machines.isError && machines.data === undefined }}
      isEmpty={() => wanted === undefined || !lines.includes(wanted)}
      waiting={<LineSkeleton />}
      empty={(mark) => (
        <Message
          level={1}
          title={mark === null ? say('noLine') : say('title')}
          action={
            mark ?? (
              <Button component={Link} to="/admin/dashboard" variant="default">
                {say('toOverview')}
              </Button>
            )
          }
        >
          {mark === null && say('noLineReason')}
        </Message>
      )}
    >
      {() => wanted !== undefined && <LinePage key={wanted} {...{ client, lines }} line={wanted} />}
    </Loadable>
  )
}

const noChoices = [] as const

const today = (now: Date, zone: string) => periodFilter(presetPeriod('Today', now, zone), zone)

function LinePage({
  client,
  line,
  lines,
}: {
  client: ChosenClient
  line: string
  lines: readonly string[]
}) {
  const say = useTexts('line')
  const { view = 'now' } = readLineSearch(useSearch({ strict: false }))
  const { filter } = useFilter(today, noChoices)
  const navigate = useNavigate()
  const undoing = useUndo()
  const now = useLineNow(client.id, line)
  useFigureRefresh()
  const scope: LineScope = { clientId: client.id, line, filter }
  const go = (to: LineView, chosenLine: string, shown: ProductionFilter) =>
    void navigate({
      to: '/admin/line',
      search: ({ client: of }: { client?: number }) => ({
        ...searchOfFilter(shown),
        line: chosenLine,
        ...(to !== 'now' && { view: to }),
        ...(of !== undefined && { client: of }),
      }),
      resetScroll: false,
    })
  const chooseLine = lines.length > 1 && (
    <ChoiceSelect
      label={say('line')}
      data={[...lines]}
      value={line}
      searchable={lines.length > 12}
      onChange={(chosen) => {
        undoing.remember()
        go(view, chosen ?? line, filter)
      }}
    />
  )
  const declare = () => go('flow', line, filter)
  return (
    <div className={styles.page}>
      <PrintHead title={line} client={client.name} filter={filter} choices={say(view)} />
      <header className={styles.head}>
        <div>
          <nav className={styles.crumb} aria-label={say('path')} data-screen-only>
            <Link to="/admin/dashboard">{say('overview')}</Link>
            <IconChevronRight size={12} />
            <span>{line}</span>
          </nav>
          <div className={styles.title}>
            <h1>{line}</h1>
            <span>{productsOf(now.data)}</span>
          </div>
        </div>
        <span data-screen-only>
          <Segmented<LineView>
            label={say('views')}
            value={view}
            options={lineViews.map((value) => ({ value, label: say(value) }))}
            choose={(chosen) => go(chosen, line, filter)}
          />
        </span>
        {view === 'flow' && <div className={styles.side}>{chooseLine}</div>}
      </header>
      {view !== 'flow' && (
        <FilterBar
          {...{ filter, undoing }}
          apply={(chosen) => go(view, line, chosen)}
          choices={null}
          clear={null}
          atOnce
          summary={line}
        >
          {chooseLine}
        </FilterBar>
      )}
      {view === 'now' && (
        <LineNow {...{ client, scope, declare }} now={now} from={filterPeriod(filter).from} />
      )}
      {view === 'losses' && <LineLosses {...{ scope, declare }} now={now.data} />}
      {view === 'flow' && (
        <Suspense fallback={<LoadingWord turning />}>
          <FlowEditor clientId={client.id} line={line} />
        </Suspense>
      )}
    </div>
  )
}

/** The products at the key station, without one of all machines; each once. */
function productsOf(now: LineNowWire | undefined): string {
  const stations = now?.stations ?? []
  const shown = stations.some(({ key }) => key) ? stations.filter(({ key }) => key) : stations
  const products = shown.flatMap(({ machines }) => machines.map(({ product }) => product))
  return [...new Set(products)]
    .filter(Boolean)
    .map((product) => reportedText(product))
    .slice(0, 2)
    .join(', ')
}
