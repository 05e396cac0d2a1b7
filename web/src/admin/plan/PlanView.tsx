import { Button } from '@mantine/core'
import {
  clientPlan,
  importPlan,
  previewPlan,
  type RefusalCode,
  type RefusedPlanLine,
  refusalCodes,
  setPlan,
} from '@packboard/contract'
import {
  findPlanFault,
  type Plan,
  planInOrder,
  planKinds,
  planLimits,
  type UnitModeRule,
} from '@packboard/model'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { CallFailed, call, failureText } from '../../api/call.ts'
import { CsvImport, refusalWords } from '../../crud/CsvImport.tsx'
import { OneClient } from '../../crud/OneClient.tsx'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useLocale } from '../../i18n/useLocale.ts'
import { type Say, useTexts } from '../../i18n/useTexts.ts'
import { IconInfoCircle } from '../../icons/icons.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { ExceptionList } from './ExceptionList.tsx'
import styles from './PlanEditor.module.css'
import {
  draftOf,
  type PlanDraft,
  type PlanPlace,
  planOfDraft,
  type WeekDraft,
} from './planDraft.ts'
import { effectWords, planFaultWords } from './planWords.ts'
import { UnitModes } from './UnitModes.tsx'
import { WeekChoice } from './WeekChoice.tsx'
import { WeekEditor } from './WeekEditor.tsx'

/** When a client means to produce: staff choose whose, a client's administrator has the own plan. */
export function PlanView() {
  const say = useTexts('plan')
  return (
    <OneClient before={say('planOf')}>{(clientId) => <Planned clientId={clientId} />}</OneClient>
  )
}

function Planned({ clientId }: { clientId: number }) {
  const panel = useTexts('panel')
  const query = useQuery(planQuery(clientId))
  // It stays where it is when what was saved is read again.
  const [place, setPlace] = useState<PlanPlace>({ line: null, validFrom: null })
  return (
    <Loadable query={query} emptyText={panel('notAvailable')} isEmpty={() => false} saysLoading>
      {(stored) => (
        <PlanEditor
          key={query.dataUpdatedAt}
          {...{ clientId, stored, place, setPlace }}
          reload={query.refetch}
        />
      )}
    </Loadable>
  )
}

/** The plan of a client as it is stored. While it is edited, it is not requested again by itself. */
const planQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'plan', clientId],
    queryFn: ({ signal }) => call(clientPlan, { params: { clientId } }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

type StoredPlan = z.output<typeof clientPlan.answer>

/** The plan of a client: its weeks, of all lines or of one, and its exceptions. All of it is saved together. */
export function PlanEditor({
  clientId,
  stored,
  place,
  setPlace,
  reload,
}: {
  clientId: number
  stored: StoredPlan
  place: PlanPlace
  setPlace: (place: PlanPlace) => void
  reload: () => unknown
}) {
  const say = useTexts('plan')
  const locale = useLocale()
  const [draft, setDraft] = useState(() => draftOf(stored))
  const [modes, setModes] = useState(() => rulesOf(stored))
  const plan = planOfDraft(draft)
  const whole = { ...wire(plan), unitModes: modes }
  const changed =
    !samePlan(plan, stored) || JSON.stringify(modes) !== JSON.stringify(rulesOf(stored))
  const fault = findPlanFault(plan)
  const dayless = draft.weeks.flatMap(({ rows }) => rows ?? []).find(isDayless)
  const saving = useMutation({
    mutationFn: () =>
      call(setPlan, {
        params: { clientId },
        body: { ...whole, version: stored.version },
      }),
    onSuccess: () => {
      showToast(say('saved'))
      void reload()
    },
    onError: (error) => showToast(failureText(error), true),
  })
  // Another user saved first: the changes stay on the page until the user gives them up.
  const second =
    saving.error instanceof CallFailed &&
    saving.error.status === 409 &&
    saving.error.fields.length === 0
  const change = (part: Partial<PlanDraft>) => {
    saving.reset()
    setDraft({ ...draft, ...part })
  }
  const week = weekAt(draft, place)
  const problem = dayless
    ? say('noDays', { kind: say(dayless.kind), from: dayless.from, to: dayless.to })
    : fault && planFaultWords(plan, fault, locale)
  const effect = useEffectOf(clientId, changed && problem === null ? whole : null)
  return (
    <div className={styles.plan}>
      <Panel
        title={say('title')}
        sub={say('zone', { zone: stored.timezone })}
        actions={
          <>
            <ImportPlan clientId={clientId} disabled={changed} done={reload} />
            <Button
              variant="default"
              disabled={!changed}
              onClick={() => {
                change(draftOf(stored))
                setModes(rulesOf(stored))
              }}
            >
              {say('discard')}
            </Button>
            <BusyButton
              busy={saving.isPending ? say('saving') : null}
              disabled={!changed || problem !== null}
              onClick={() => saving.mutate()}
            >
              {say('save')}
            </BusyButton>
          </>
        }
      >
        <p className={styles.used}>
          <IconInfoCircle size={16} />
          <span>{say('howUsed')}</span>
        </p>
        {saving.error && (
          <div className={styles.failed}>
            <ErrorNote>{failureText(saving.error)}</ErrorNote>
            {second && (
              <Button variant="default" onClick={() => void reload()}>
                {say('showSaved')}
              </Button>
            )}
          </div>
        )}
        {problem !== null && (
          <div className={styles.failed}>
            <ErrorNote>{problem}</ErrorNote>
          </div>
        )}
        <p className={styles.state} role="status">
          {changed && (
            <>
              {say('unsaved')}{' '}
              {problem === null && (
                <b>
                  <KeepDates>{effectWords(effect)}</KeepDates>
                </b>
              )}
            </>
          )}
        </p>
        <WeekChoice
          weeks={draft.weeks}
          lines={stored.lines}
          week={week}
          place={place}
          zone={stored.timezone}
          setPlace={setPlace}
          setWeeks={(weeks) => change({ weeks })}
        />
      </Panel>
      <WeekEditor
        key={`${place.line} ${week?.validFrom}`}
        week={week}
        line={place.line}
        fault={fault}
        draft={draft}
        zone={stored.timezone}
        stored={stored.exceptions}
        change={(rows) => {
          if (week)
            change({ weeks: draft.weeks.map((one) => (one === week ? { ...week, rows } : one)) })
        }}
      />
      <ExceptionList
        exceptions={draft.exceptions}
        stored={stored.exceptions}
        fault={fault}
        line={place.line}
        lines={stored.lines}
        zone={stored.timezone}
        change={(exceptions) => change({ exceptions })}
      />
      <UnitModes
        rules={modes}
        zone={stored.timezone}
        change={(rules) => {
          saving.reset()
          setModes(rules.map(ruleOnWire))
        }}
      />
    </div>
  )
}

type WholePlan = z.input<typeof previewPlan.body>

/** Until hands have rested for so long, nothing is requested. */
const restMs = 600

/** What a plan would move of the figures that there are; requested once the plan has not changed for a moment. */
function useEffectOf(clientId: number, plan: WholePlan | null) {
  const text = plan && JSON.stringify(plan)
  const [rested, rest] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => rest(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  const isRequested = plan !== null && rested === text
  const { data, isError } = useQuery({
    queryKey: ['panel', 'planEffect', clientId, text],
    queryFn: ({ signal }) =>
      call(previewPlan, { params: { clientId }, body: plan ?? emptyPlan }, signal),
    enabled: isRequested,
    staleTime: 60_000,
    gcTime: 0,
    retry: false,
  })
  return isError ? ('failed' as const) : data
}

const emptyPlan: WholePlan = { weeks: [], exceptions: [] }

const ruleOnWire = ({ validFrom, counts, production }: UnitModeRule) => ({
  validFrom,
  counts,
  production: [...production],
})

const rulesOf = ({ unitModes }: StoredPlan) => unitModes.map(ruleOnWire)

const isDayless = ({ weekdays }: { weekdays: readonly number[] }) => weekdays.length === 0

const samePlan = (a: Plan, b: Plan) =>
  JSON.stringify(planInOrder(a)) === JSON.stringify(planInOrder(b))

/** The week that a place names, else the newest of its line. */
function weekAt({ weeks }: PlanDraft, { line, validFrom }: PlanPlace): WeekDraft | null {
  const own = weeks
    .filter((week) => week.line === line)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
  return own.find((week) => week.validFrom === validFrom) ?? own.at(-1) ?? null
}

const wire = ({ weeks, exceptions }: Plan) => ({
  weeks: weeks.map(({ entries, ...week }) => ({ ...week, entries: entries && [...entries] })),
  exceptions: [...exceptions],
})

const fields = 'Line, ValidFrom, Weekday, StartDate, From, EndDate, To, Kind, Note'

/** The button that imports weeks and exceptions from a CSV file, which is tried first. */
function ImportPlan({
  clientId,
  disabled,
  done,
}: {
  clientId: number
  /** What is not saved would be lost. */
  disabled: boolean
  done: () => unknown
}) {
  const say = useTexts('plan')
  const panel = useTexts('panel')
  return (
    <CsvImport
      disabled={disabled ? say('importFirst') : undefined}
      title={say('importTitle')}
      hint={say('importHint', { fields })}
      send={(csv, dryRun) => call(importPlan, { params: { clientId }, body: { csv, dryRun } })}
      fits={({ added, changed, unchanged }) =>
        say('importFound', {
          added: formatCount(added),
          changed: formatCount(changed),
          unchanged: formatCount(unchanged),
        })
      }
      isNothing={({ added, changed }) => added + changed === 0}
      refusalOf={(each: RefusedPlanLine) => planRefusalWords(say, panel, each)}
      done={() => {
        showToast(say('saved'))
        done()
      }}
    />
  )
}

/** Why a line of a plan was refused, in the language of the screen; an overlap in the words of the server. */
function planRefusalWords(
  say: Say<'plan'>,
  panel: Say<'panel'>,
  { line, code, values, message }: RefusedPlanLine,
): string {
  const { field = '', cell = '', most = 0, other } = values
  if (code === 'refused') {
    return other === undefined ? message : `${message} ${say('refused.other', { other })}`
  }
  if (code === 'tooMany') return say('refused.tooMany', { most: formatCount(most) })
  if (isShared(code)) return refusalWords(panel, { line, message, code, values })
  return say(`refused.${code}`, {
    field,
    cell,
    kinds: planKinds.join(', '),
    most: formatCount(planLimits.noteLength),
  })
}

const isShared = (code: string): code is Exclude<RefusalCode, 'tooMany'> =>
  code !== 'tooMany' && refusalCodes.some((each) => each === code)
