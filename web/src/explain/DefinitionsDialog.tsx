import { Button } from '@mantine/core'
import {
  type DefinitionsAnswer,
  definitionsOfWindow,
  type ExplainQuery,
  setEarlierDefinition,
} from '@packboard/contract'
import { type DefinitionRule, knownDefinitions, lowCoverageBelow } from '@packboard/model'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle, IconDownload } from '../icons/icons.ts'
import { usePerson } from '../session/useSession.ts'
import { useShownZone } from '../time/zone.ts'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { KeepDates } from '../ui/KeepDates.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { csvText, saveCsv } from '../ui/saveFile.ts'
import { showToast } from '../ui/Toasts.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import styles from './DefinitionsDialog.module.css'
import {
  bareNumber,
  type DefinitionRow,
  definitionLines,
  definitionRows,
  hours,
  momentsOf,
  pointsText,
  type ShownDefinition,
  shownDefinitions,
  speedText,
} from './definitionsWire.ts'
import { EarlierForm } from './EarlierForm.tsx'

/** A window by five definitions of effectiveness: result, then only terms, with a dot at each that differs. */
export function DefinitionsDialog({
  question,
  explain,
  ...dialog
}: {
  question: ExplainQuery
  /** Back to how OEEE came about. */
  explain: () => void
} & DialogProps) {
  const say = useTexts('definitions')
  const answer = useQuery(definitionsQuery(question))
  return (
    <Dialog title={say('title')} side={scopeText(question)} width={1280} {...dialog}>
      <Loadable
        query={answer}
        isEmpty={() => false}
        waiting={<Skeleton width="100%" height={360} />}
      >
        {(found) => (
          <Definitions
            key={found.version}
            answer={found}
            {...{ explain }}
            clientId={question.clientId}
            file={`definitions-${question.machineId}.csv`}
          />
        )}
      </Loadable>
    </Dialog>
  )
}

const definitionsQuery = ({ figure: _, part: __, ...query }: ExplainQuery) =>
  queryOptions({
    queryKey: ['definitions', query],
    queryFn: ({ signal }) => call(definitionsOfWindow, { query }, signal),
  })

/** `FW-102, 15-11-2026 to 21-11-2026, Choc Bar 45 g. Same records …` */
function scopeText(question: ExplainQuery): string {
  const say = textsOf('definitions')
  const { machineId, machine, product, tool, recipe } = question
  const [serialNo] = [machineId, machine].filter((one) => one !== 'All')
  const window = say('windowOf', momentsOf(question))
  const what = [product, tool, recipe].filter((one) => one !== 'All').join(', ')
  const words = { machine: serialNo ?? say('allMachines'), window }
  return what === '' ? say('scope', words) : say('scopeOf', { ...words, what })
}

function Definitions({
  answer,
  clientId,
  explain,
  file,
}: {
  answer: DefinitionsAnswer
  clientId: number
  explain: () => void
  file: string
}) {
  const say = useTexts('definitions')
  const zone = useShownZone()
  const narrow = useNarrow()
  const { setDefinitions: maySet } = usePerson().permissions
  const [draft, setDraft] = useState<DefinitionRule | null>(null)
  const saving = useSaving(clientId, answer)
  const shown = shownDefinitions(answer, draft ?? undefined)
  const rows = definitionRows(answer, draft !== null, zone)
  const oeee = shown.find(({ kind }) => kind === 'oeee')?.value ?? null
  const earlier = shown.find(({ kind }) => kind === 'earlier')
  return (
    <>
      {narrow ? <Sections {...{ shown, rows, answer }} /> : <Table {...{ shown, rows, answer }} />}
      {draft !== null && earlier && (
        <EarlierForm
          {...{ draft, setDraft, earlier }}
          isStored={answer.earlier !== null}
          save={(rule) => saving.mutate(rule)}
          busy={saving.isPending}
          failure={saving.isError ? failureText(saving.error) : null}
        />
      )}
      <div className={styles.foot}>
        <Notes answer={answer} />
        <div className={styles.buttons}>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => saveCsv(file, csvText(definitionLines(answer)))}
          >
            CSV
          </Button>
          <Button variant="subtle" onClick={explain}>
            {say('explain', { value: formatPercent(oeee) })}
          </Button>
          {maySet && draft === null && (
            <Button
              variant="default"
              onClick={() => setDraft(answer.earlier ?? knownDefinitions.scheduled)}
            >
              {say(answer.earlier === null ? 'enter' : 'change')}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

/** Saves the definition of the earlier system; null removes it. */
function useSaving(clientId: number, { version }: DefinitionsAnswer) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (earlier: DefinitionRule | null) => {
      const rule = earlier && {
        ...{ dividesBy: earlier.dividesBy, speed: earlier.speed, packs: earlier.packs },
      }
      return call(setEarlierDefinition, { params: { clientId }, body: { earlier: rule, version } })
    },
    onSuccess: (_answer, earlier) => {
      showToast(textsOf('definitions')(earlier === null ? 'removed' : 'saved'))
      return queries.invalidateQueries({ queryKey: ['definitions'] })
    },
  })
}

type Shown = {
  readonly shown: readonly ShownDefinition[]
  readonly rows: readonly DefinitionRow[]
  readonly answer: DefinitionsAnswer
}

function Table({ shown, rows, answer }: Shown) {
  const say = useTexts('definitions')
  return (
    <table className={styles.table} aria-label={say('title')}>
      <thead>
        <tr>
          <td />
          {shown.map(({ kind }) => (
            <th key={kind} scope="col" data-shown={kind === 'oeee'}>
              <b>{say(`name.${kind}`)}</b>
              <span>{say(`about.${kind}`)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{say('result')}</th>
          {shown.map((one) => (
            <td key={one.kind} data-shown={one.kind === 'oeee'}>
              <Result one={one} />
            </td>
          ))}
        </tr>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{say(row.key)}</th>
            {shown.map((one) => (
              <td key={one.kind} data-shown={one.kind === 'oeee'}>
                <Term {...{ one, row, answer }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** On a phone each definition is a part of its own. */
function Sections({ shown, rows, answer }: Shown) {
  const say = useTexts('definitions')
  return (
    <div className={styles.sections}>
      {shown.map((one) => (
        <section
          key={one.kind}
          aria-label={say(`name.${one.kind}`)}
          data-shown={one.kind === 'oeee'}
        >
          <header>
            <h3>{say(`name.${one.kind}`)}</h3>
            <p>{say(`about.${one.kind}`)}</p>
          </header>
          <Result one={one} />
          {one.rule && (
            <dl>
              {rows.map((row) => (
                <Fragment key={row.key}>
                  <dt>{say(row.key)}</dt>
                  <dd>
                    <Term {...{ one, row, answer }} />
                  </dd>
                </Fragment>
              ))}
            </dl>
          )}
        </section>
      ))}
    </div>
  )
}

function Result({ one: { kind, rule, value, missing, points } }: { one: ShownDefinition }) {
  const say = useTexts('definitions')
  return (
    <div className={styles.result}>
      <b>
        {bareNumber(value)}
        {value !== null && <small>%</small>}
      </b>
      <span>
        {rule === null
          ? say('notEntered')
          : missing !== null
            ? say(`missing.${missing}`)
            : kind === 'oeee'
              ? say('shown')
              : points !== null && say('points', { points: pointsText(points) })}
      </span>
    </div>
  )
}

/** What a definition has for a term; what differs from OEEE has a dot and says so. */
function Term({
  one: { kind, rule, differs },
  row: { key, term, text },
  answer,
}: {
  one: ShownDefinition
  row: DefinitionRow
  answer: DefinitionsAnswer
}) {
  const say = useTexts('definitions')
  if (rule === null) return null
  const isOther = term !== null && differs.includes(term)
  const seconds = answer.seconds[rule.dividesBy]
  const whole = answer.seconds.calendar
  return (
    <span className={styles.term} data-differs={isOther}>
      {isOther && <span className={styles.spoken}>{say('differs')} </span>}
      <KeepDates>{text(rule, kind)}</KeepDates>
      {key === 'divides' && seconds !== null && whole !== null && whole > 0 && (
        <span className={styles.track} aria-hidden="true">
          <span style={{ width: `${(100 * seconds) / whole}%` }} />
        </span>
      )}
    </span>
  )
}

/** What the dots mean, what closes, and what is in none of the definitions. */
function Notes({ answer }: { answer: DefinitionsAnswer }) {
  const say = useTexts('definitions')
  const { time, packs, packSeconds, seconds, coverage } = answer
  const { good } = packSeconds.target
  return (
    <div className={styles.notes}>
      <p>
        {say('dot')}{' '}
        {good !== null &&
          packs.all > 0 &&
          say('dividend', {
            ...{ packs: formatCount(packs.good), speed: speedText(answer.speeds.target) },
            time: hours(good),
          })}
      </p>
      {time && seconds.calendar !== null && (
        <p>
          {say('closes', {
            planned: hours(time.plannedSeconds),
            stops: hours(time.plannedStopSeconds),
            silent: hours(time.silentSeconds),
            closed: hours(time.closedSeconds),
            calendar: hours(seconds.calendar),
            rest: formatCount(leftOver(time, seconds.calendar)),
          })}
        </p>
      )}
      {packs.afterGap > 0 && (
        <p>
          {say('afterGap', {
            ...{ count: Math.round(packs.afterGap), packs: formatCount(packs.afterGap) },
          })}
        </p>
      )}
      {coverage !== null && coverage < lowCoverageBelow && (
        <p className={styles.low}>
          <IconAlertTriangle size={16} />
          {say('low', { percent: formatPercent(coverage) })}
        </p>
      )}
    </div>
  )
}

/** Milliseconds of the calendar that no part has. */
const leftOver = (time: NonNullable<DefinitionsAnswer['time']>, calendar: number): number =>
  Math.round(
    1_000 *
      (calendar -
        time.plannedSeconds -
        time.plannedStopSeconds -
        time.silentSeconds -
        time.closedSeconds),
  )
