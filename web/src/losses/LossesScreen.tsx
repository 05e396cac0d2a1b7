import { type BridgeAnswer, type LossWindow, noLosses } from '@packboard/contract'
import { type EarlierKind, earlierKinds, type FilterWindow, periodFilter } from '@packboard/model'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { CallFailed } from '../api/call.ts'
import { ClientPicker } from '../clients/ClientPicker.tsx'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { FilterBar } from '../filter/FilterBar.tsx'
import { useFigureRefresh, useFigures } from '../filter/figureQuery.ts'
import { everything, type ProductionFilter, questionKey } from '../filter/filter.ts'
import { choicesText, pickedText } from '../filter/filterText.ts'
import { type AsOf, chartQuery, untilOf } from '../filter/filterWire.ts'
import { presetWindow } from '../filter/presetWindow.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { useFilter, useFilterChoices } from '../filter/useFilter.ts'
import { useUndo } from '../filter/useUndo.ts'
import { formatPercent } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { LastUpdated } from '../kpis/LastUpdated.tsx'
import { useReasons } from '../reasons/useReasons.ts'
import { type ChosenClient, useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { PrintHead } from '../shell/print/PrintHead.tsx'
import { usePageTimes } from '../time/zone.ts'
import { Loadable, LoadingWord } from '../ui/Loadable.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { SoonSelect } from '../ui/SoonSelect.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { BarDetail } from './BarDetail.tsx'
import { BridgeChart, BridgeFoot, BridgeSum } from './BridgeChart.tsx'
import styles from './Losses.module.css'
import { LossTable } from './LossTable.tsx'
import { lossId, lossText, signedPoints } from './lossNames.ts'
import { bridgeQuery, type LossRows, type LossScope } from './lossQueries.ts'
import { type LossSearch, type OtherSide, otherSideOf, readLossSearch } from './lossSearch.ts'

/** Where planned time went and why OEEE changed, of the own or the chosen client; staff without a choice choose first. */
export function LossesScreen() {
  const person = usePerson()
  const client = useClient(person)
  usePageTitle(useTexts('losses')('title'), client?.name)
  if (useClientInAddress()) return <LoadingWord turning />
  if (client) return <LossesPage key={client.id} client={client} />
  return person.permissions.chooseClient ? <ClientPicker /> : <NotAllowed />
}

const carried = ['product', 'machine'] as const
const lastWeek = (now: Date, zone: string): FilterWindow => presetWindow('Last 7 Days', now, zone)
const kindWords = { before: 'periodBefore', week: 'weekBefore', shift: 'shiftBefore' } as const

function LossesPage({ client }: { client: ChosenClient }) {
  const say = useTexts('losses')
  const { filter } = useFilter(lastWeek, carried)
  const choices = useFilterChoices(client.id, undefined, filter)
  const address: LossSearch = useSearch({ strict: false })
  const search = readLossSearch({ ...address })
  const { line } = search
  const other = otherSideOf(search)
  const kind = earlierKinds.find((each) => each === address.with) ?? 'before'
  const navigate = useNavigate()
  const go = (part: LossSearch, of: ProductionFilter = filter) =>
    void navigate({
      to: '/admin/losses',
      search: ({ client: chosen }: { client?: number }) => ({
        ...(chosen && { client: chosen }),
        ...searchOfFilter(of),
        ...part,
      }),
      resetScroll: false,
    })
  const kept = { ...search, with: kind }
  const { bar: _, ...withoutBar } = kept
  const undoing = useUndo()
  useFigureRefresh()
  const wanted: LossRows = search.rows === 'alarm' ? 'alarm' : 'reason'
  const scope = { clientId: client.id, filter, line, against: other ?? kind }
  const { rows, hasTooMany, query, asOf, late, failure } = useBridge(scope, wanted)
  return (
    <div className={styles.page}>
      <PrintHead
        title={say('title')}
        client={client.name}
        filter={filter}
        choices={choicesText(filter)}
      />
      <div className={styles.head}>
        <h1 data-screen-only>{say('title')}</h1>
        <LastUpdated figures={{ asOf, late, query }} filter={filter} />
      </div>
      <FilterBar
        {...{ filter, choices, undoing }}
        apply={(chosen) => go(withoutBar, chosen)}
        clear={() => go({ with: kind }, { ...filter, ...cleared })}
        atOnce
      />
      <div className={styles.bar} data-screen-only>
        {other ? (
          <button type="button" className={styles.way} onClick={() => go({ with: kind })}>
            {say('compareAgain')}
          </button>
        ) : (
          <KindField kind={kind} choose={(chosen) => go({ ...withoutBar, with: chosen })} />
        )}
        <Segmented<LossRows>
          label={say('rows')}
          value={rows}
          options={[
            { value: 'reason', label: say('byReason') },
            { value: 'alarm', label: say('byCause') },
          ]}
          choose={(chosen) => {
            const { rows: _rows, ...rest } = withoutBar
            go({ ...rest, ...(chosen === 'alarm' && { rows: chosen }) })
          }}
        />
        {line !== undefined && (
          <span className={styles.about}>{say('line', { line: reportedText(line) })}</span>
        )}
      </div>
      {hasTooMany && (
        <p role="status" className={styles.about}>
          {say('tooMany')}
        </p>
      )}
      <Loadable
        query={query}
        isEmpty={() => false}
        saysLoading
        {...(isRefusal(failure) && {
          empty: () => (
            <section className={`panel ${styles.none}`}>
              <p role="alert">{failure.status === 403 ? say('premiumOnly') : failure.message}</p>
            </section>
          ),
        })}
      >
        {(answer) => (
          <Shown
            {...{ answer, rows, line, other }}
            clientId={client.id}
            asOf={asOf ?? { filter, at: '' }}
            chosen={search.bar}
            choose={(bar) => go(bar === undefined ? withoutBar : { ...withoutBar, bar })}
          />
        )}
      </Loadable>
    </div>
  )
}

/** What is refused for good is refused again; what is only busy is tried once more by the mark of a failure. */
const isRefusal = (failure: Error | null): failure is CallFailed =>
  failure instanceof CallFailed && (failure.status === 400 || failure.status === 403)

const cleared = { tool: everything, recipe: everything, product: everything, machine: everything }

/** The answer by reason; where a window has too many stops for that, by cause. */
function useBridge(scope: Omit<LossScope, 'rows'>, wanted: LossRows) {
  const question = JSON.stringify([scope.clientId, scope.line, questionKey(scope.filter)])
  // The refusal of one window is not requested again with each refresh.
  const [refused, setRefused] = useState<string | null>(null)
  const hasTooMany = refused === question && wanted === 'reason'
  const rows = hasTooMany ? 'alarm' : wanted
  const found = useFigures(bridgeQuery({ ...scope, rows }))
  const { failure } = found
  if (rows === 'reason' && failure instanceof CallFailed && failure.code === 'answer.tooManyRows') {
    setRefused(question)
  }
  return { ...found, rows, hasTooMany }
}

function KindField({ kind, choose }: { kind: EarlierKind; choose: (kind: EarlierKind) => void }) {
  const say = useTexts('compare')
  const { factory } = usePageTimes()
  const offered = earlierKinds.filter(
    (each) => each !== 'shift' || each === kind || (factory?.starts.length ?? 0) > 0,
  )
  return (
    <SoonSelect
      label={say('compareWith')}
      data={offered.map((value) => ({ value, label: say(kindWords[value]) }))}
      value={kind}
      comboboxProps={{ width: 'max-content' }}
      onChange={(value) => choose(earlierKinds.find((each) => each === value) ?? 'before')}
    />
  )
}

type ShownProps = {
  clientId: number
  answer: BridgeAnswer
  rows: LossRows
  line: string | undefined
  other: OtherSide | null
  asOf: AsOf
  chosen: string | undefined
  choose: (id: string | undefined) => void
}

function Shown({ clientId, answer, rows, line, other, asOf, chosen, choose }: ShownProps) {
  const say = useTexts('losses')
  const { now } = answer
  const reasons = useReasons(
    clientId,
    [now, answer.before].some((side) => side?.losses.some(({ key }) => key !== '')),
  )
  const sides = sidesOf({ clientId, answer, line, other, asOf })
  const bar = answer.bars.find((each) => lossId(each) === chosen)
  const shared = { answer, chosen, choose, reasonName: reasons.nameOf }
  const sentence = sentenceOf(answer, sides.before.name, reasons.nameOf)
  return (
    <>
      {answer.none === null ? (
        <div className={styles.body} data-open={bar !== undefined}>
          <section className={`panel ${styles.card}`} aria-label={say('bridge')}>
            <div className={styles.answer}>
              <h2>{sentence.main}</h2>
              {sentence.more && <p>{sentence.more}</p>}
            </div>
            <BridgeChart {...shared} totals={{ before: sides.before.name, now: sides.now.name }} />
            <BridgeSum answer={answer} />
            <BridgeFoot answer={answer} help="/docs/manual/losses.html" />
          </section>
          {bar && (
            <BarDetail
              {...{ answer, bar, rows, sides }}
              reasonName={reasons.nameOf}
              close={() => choose(undefined)}
            />
          )}
        </div>
      ) : (
        <NoBridge {...{ answer, sides }} />
      )}
      {now.none === null && (
        <Panel
          title={say('tree')}
          sub={`${sides.now.name}. ${say('treeSub')}`}
          actions={
            <ExportMenu
              table="losses"
              name={say('tree')}
              question={{
                ...chartQuery(clientId, undefined, asOf.filter),
                ...untilOf(asOf),
              }}
            />
          }
        >
          <LossTable window={now} {...shared} />
        </Panel>
      )}
    </>
  )
}

/** Why there is no bridge, with the way to what would make one. */
function NoBridge({
  answer: { none, now, before },
  sides,
}: {
  answer: BridgeAnswer
  sides: Sides
}) {
  const say = useTexts('losses')
  const sparse = none === 'littleData' ? sparseSide(now, before) : null
  const side = none === 'now' ? now : before
  const about = none === 'now' ? sides.now : sides.before
  const why = noLosses.find((each) => each === side?.none)
  const { machine: _, ...window } = searchOfFilter(
    sparse === 'now' ? sides.now.filter : sides.before.filter,
  )
  return (
    <section className={`panel ${styles.none}`} role="status">
      <h2>{say('noBridge')}</h2>
      {sparse ? (
        <>
          <p>
            {say('littleData', {
              window: sides[sparse].name,
              percent: formatPercent((sparse === 'now' ? now : before)?.coverage ?? null),
            })}
          </p>
          <Link to="/admin/timeline" search={window} className={styles.way}>
            {say('showGaps')}
          </Link>
        </>
      ) : (
        <p>{why ? say(why, { window: about.name }) : say('noEarlier')}</p>
      )}
    </section>
  )
}

/** Of which side least was observed. */
const sparseSide = (now: LossWindow, before: LossWindow | null) =>
  (now.coverage ?? 0) < (before?.coverage ?? 0) ? ('now' as const) : ('before' as const)

type Sides = ReturnType<typeof sidesOf>

/** Both sides as the list of stops takes them, and as people call them. */
function sidesOf({
  clientId,
  answer: { now, before },
  line,
  other,
  asOf,
}: Pick<ShownProps, 'clientId' | 'answer' | 'line' | 'other' | 'asOf'>) {
  const { filter } = asOf
  const own = [
    other?.vsMachine && filter.machine,
    other?.vsLine && line,
    other?.vsProduct && filter.product,
    other?.vsTool && filter.tool,
  ].flatMap((part) => (part ? [part] : []))
  const theirs = [other?.vsMachine, other?.vsLine, other?.vsProduct, other?.vsTool].filter(
    (part) => part !== undefined,
  )
  const name = (window: FilterWindow, parts: readonly string[]) =>
    parts.length === 0
      ? pickedText(window, null)
      : parts.map((part) => reportedText(part)).join(', ')
  const { preset: _, ...rest } = filter
  const window = before ? { ...rest, ...wholeMinutes(before, filter.zone) } : rest
  const then: ProductionFilter = {
    ...window,
    ...(other?.vsMachine && { machine: other.vsMachine }),
    ...(other?.vsProduct && { product: other.vsProduct }),
    ...(other?.vsTool && { tool: other.vsTool }),
  }
  return {
    now: {
      ...{ clientId, filter, line, until: asOf.until },
      name: name(wholeMinutes(now, filter.zone), own),
    },
    before: {
      ...{ clientId, filter: then, line: other?.vsLine ?? line },
      until: before?.to.toISOString(),
      name: name(then, theirs),
    },
  }
}

/** A window in whole minutes that holds all of a period. */
const wholeMinutes = ({ from, to }: Pick<LossWindow, 'from' | 'to'>, zone: string) =>
  periodFilter({ from, to: new Date(Math.ceil(to.getTime() / 60_000) * 60_000) }, zone)

/** The answer first: how much OEEE differs, and by what most of all. */
function sentenceOf(
  { differencePoints, bars }: BridgeAnswer,
  other: string,
  reasonName: (id: string) => string,
): { readonly main: string; readonly more: string } {
  const say = textsOf('losses')
  const difference = differencePoints ?? 0
  const points = signedPoints(Math.abs(difference), 1).replace('+', '')
  const word = Math.abs(difference) < 0.05 ? 'same' : difference < 0 ? 'lower' : 'higher'
  const [largest] = bars.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return {
    main: say(word, { points, other }),
    more:
      largest === undefined
        ? ''
        : say('mostOfIt', {
            name: lossText(largest, reasonName).name,
            points: signedPoints(largest.printed),
          }),
  }
}
