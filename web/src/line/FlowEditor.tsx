import { Button } from '@mantine/core'
import {
  type ClientLineFlow,
  importLineFlow,
  type RefusedFlowLine,
  setLineFlow,
} from '@packboard/contract'
import { formatDateTime, zoneLabel } from '@packboard/model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { useMachines } from '../clients/clientQueries.ts'
import { CsvImport } from '../crud/CsvImport.tsx'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { usePerson } from '../session/useSession.ts'
import { DateTime } from '../time/DateTime.tsx'
import { serverNow } from '../time/serverClock.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx'
import { DateField } from '../ui/DateField.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { TimeField } from '../ui/TimeField.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { BufferDelays } from './BufferDelays.tsx'
import { FlowCanvas, MachineList } from './FlowCanvas.tsx'
import styles from './FlowEditor.module.css'
import { FlowReplay, useReplay } from './FlowReplay.tsx'
import { shownWallTime } from './FlowTiles.tsx'
import {
  chooseKey,
  draftFault,
  type FlowDraft,
  sameFlow,
  sendable,
  stationOf,
} from './flowDraft.ts'
import { flowRefusalWords } from './flowRefusal.ts'
import { lineFlowQuery } from './lineQueries.ts'

/** The flow of a line: what holds, its versions, and for those who may set it an editor. */
export function FlowEditor({ clientId, line }: { clientId: number; line: string }) {
  const flow = useQuery(lineFlowQuery(clientId))
  return (
    <Loadable
      query={{ ...flow, isError: flow.isError && flow.data === undefined }}
      isEmpty={() => false}
      waiting={<Skeleton width="100%" height={420} radius={12} />}
    >
      {(stored) => <Editor key={`${line} ${stored.version}`} {...{ clientId, line, stored }} />}
    </Loadable>
  )
}

type Entry = ClientLineFlow['lines'][number]

const noStations: FlowDraft = []

/** The wall-clock time of a client, as entries hold it. */
function wallTime(at: Date, zone: string): string {
  const [day = '', time = ''] = formatDateTime(at, zone).split(' ')
  return `${day.split('-').toReversed().join('-')} ${time.slice(0, 5)}`
}

/** From when on an entry holds: from now, from a day, or from the beginning. */
type Beginning = 'now' | 'day' | 'always'

function Editor({
  clientId,
  line,
  stored,
}: {
  clientId: number
  line: string
  stored: ClientLineFlow
}) {
  const say = useTexts('line')
  const { setLineFlow: maySet } = usePerson().permissions
  const queries = useQueryClient()
  const machines = useMachines(clientId)
  const own = useMemo(
    () => stored.lines.filter(({ lineName }) => lineName === line),
    [stored, line],
  )
  const present = wallTime(new Date(serverNow()), stored.timezone)
  const inForce = own.findLast(({ validFrom }) => validFrom === null || validFrom <= present)
  const before: FlowDraft = inForce?.stations ?? noStations
  const [drafts, setDrafts] = useState<readonly FlowDraft[]>([before])
  const [beginning, begin] = useState<Beginning>('now')
  const [day, setDay] = useState(present.slice(0, 10))
  const [time, setTime] = useState('00:00')
  const draft = drafts.at(-1) ?? noStations
  const change = (next: FlowDraft) => setDrafts((all) => [...all, next])
  const fault = draftFault(draft)
  const isChanged = !sameFlow(draft, before)
  const replay = useReplay({ clientId, line, draft, enabled: maySet && fault === null })
  const validFrom = { now: present, day: day === '' ? '' : `${day} ${time}`, always: null }[
    beginning
  ]
  const saving = useMutation({
    mutationFn: () => {
      const entry = { lineName: line, validFrom, stations: sendable(draft) }
      const others = stored.lines.filter(
        (each) => each.lineName !== line || each.validFrom !== validFrom,
      )
      const lines = [...others.map(entryOf), entry]
      return call(setLineFlow, {
        params: { clientId },
        body: { version: stored.version, lines },
      })
    },
    onSuccess: () => {
      showToast(textsOf('line')('flowSaved'))
      return queries.invalidateQueries({ queryKey: ['line'] })
    },
  })
  const ofLine =
    machines.data?.machines.flatMap(({ machineId, lineName, machineType }) =>
      lineName === line ? [{ machineId, kind: machineType.label }] : [],
    ) ?? []
  return (
    <div className={styles.editor} data-edits={maySet}>
      <div className={styles.side}>
        {maySet && <OffTheLine machines={ofLine} draft={draft} change={change} />}
        <Versions {...{ own, inForce }} history={stored.history} line={line} />
        {maySet && <FileImport clientId={clientId} />}
      </div>
      <FlowCanvas
        {...{ line, draft, machines: ofLine }}
        measured={replay.data?.measured ?? []}
        change={maySet ? change : null}
        undo={drafts.length > 1 ? () => setDrafts((all) => all.slice(0, -1)) : null}
      />
      {maySet && (
        <div className={styles.side}>
          <Panel title={say('whatChanges')} sub={say('replayed')}>
            {fault === null ? (
              draft.length > 0 && <FlowReplay replay={replay} />
            ) : (
              <ErrorNote>
                {say(`fault.${fault.kind}`, {
                  station: String(fault.station),
                  other: String(fault.other),
                })}
              </ErrorNote>
            )}
            <Beginnings
              {...{ beginning, begin, day, setDay, time, setTime, draft, change }}
              timezone={stored.timezone}
            />
            {saving.isError && <ErrorNote>{failureText(saving.error)}</ErrorNote>}
            <div className={styles.buttons}>
              <Button variant="default" disabled={!isChanged} onClick={() => setDrafts([before])}>
                {say('discard')}
              </Button>
              <BusyButton
                busy={saving.isPending ? say('saving') : null}
                disabled={!isChanged || fault !== null || validFrom === ''}
                onClick={() => saving.mutate()}
              >
                {beginning === 'now'
                  ? say('saveFromNow')
                  : validFrom === null
                    ? say('saveAlways')
                    : say('saveFrom', { time: shownWallTime(validFrom) })}
              </BusyButton>
            </div>
          </Panel>
          <BufferDelays measured={replay.data?.measured ?? []} />
        </div>
      )}
    </div>
  )
}

const entryOf = ({ lineName, validFrom, stations }: Entry) => ({
  ...{ lineName, validFrom, stations },
})

/** From when on the draft holds, and at which station the line is counted. */
function Beginnings({
  beginning,
  begin,
  day,
  setDay,
  time,
  setTime,
  draft,
  change,
  timezone,
}: {
  beginning: Beginning
  begin: (beginning: Beginning) => void
  day: string
  setDay: (day: string) => void
  time: string
  setTime: (time: string) => void
  draft: FlowDraft
  change: (draft: FlowDraft) => void
  /** Of the client. */
  timezone: string
}) {
  const say = useTexts('line')
  return (
    <div className={styles.form}>
      <ChoiceSelect<Beginning>
        label={say('validFrom')}
        data={[
          { value: 'now', label: say('fromNow') },
          { value: 'day', label: say('fromDay') },
          { value: 'always', label: say('fromBeginning') },
        ]}
        value={beginning}
        onChange={(chosen) => begin(chosen ?? 'now')}
      />
      {beginning === 'day' && (
        <div className={styles.moment}>
          <DateField label={say('day')} value={day} change={setDay} />
          <TimeField label={say('timeOfDay')} value={time} change={setTime} />
        </div>
      )}
      {beginning !== 'now' && <p className={styles.hint}>{say('movesPast')}</p>}
      <ChoiceSelect
        label={say('keyStation')}
        data={[
          { value: '', label: say('noKeyStation') },
          ...draft.map(({ machines: at }, index) => ({
            value: String(index),
            label: `${index + 1} ${at.join(', ')}`,
          })),
        ]}
        value={String(keyPlace(draft) ?? '')}
        onChange={(chosen) => change(chooseKey(draft, chosen ? Number(chosen) : null))}
      />
      <p className={styles.hint}>{say(keyPlace(draft) === null ? 'noKeyMeans' : 'keyMeans')}</p>
      <p className={styles.hint}>
        {say('clockOfClient', { zone: zoneLabel(timezone, new Date(serverNow())) })}
      </p>
    </div>
  )
}

function keyPlace(draft: FlowDraft): number | null {
  const place = draft.findIndex(({ key }) => key)
  return place < 0 ? null : place
}

/** The machines that stand in the line and in no station of its flow; each is put to the end by a press. */
function OffTheLine({
  machines,
  draft,
  change,
}: {
  machines: readonly { readonly machineId: string; readonly kind: string }[]
  draft: FlowDraft
  change: (draft: FlowDraft) => void
}) {
  const say = useTexts('line')
  const off = machines.filter(({ machineId }) => stationOf(draft, machineId) < 0)
  return (
    <Panel title={say('notOnLine')} sub={String(off.length)}>
      <p className={styles.hint}>{say(off.length > 0 ? 'notOnLineHint' : 'allOnLine')}</p>
      <MachineList {...{ draft, change }} machines={off} />
    </Panel>
  )
}

function Versions({
  own,
  inForce,
  history,
  line,
}: {
  own: readonly Entry[]
  inForce: Entry | undefined
  history: ClientLineFlow['history']
  line: string
}) {
  const say = useTexts('line')
  const former = history.filter(({ lineName }) => lineName === line).length - own.length
  return (
    <Panel title={say('versions')}>
      {own.length === 0 && <p className={styles.hint}>{say('noVersion')}</p>}
      <ol className={styles.versions}>
        {own.toReversed().map((entry) => (
          <li key={entry.validFrom ?? ''}>
            <b>
              {entry.validFrom === null ? say('fromBeginning') : shownWallTime(entry.validFrom)}
            </b>{' '}
            {entry === inForce && <span className={styles.chip}>{say('inForce')}</span>}
            <small>
              {say('enteredBy', { name: entry.setBy ?? '–' })} <DateTime at={entry.setAt} />
              <br />
              {entry.stations.length === 0
                ? say('noFlow')
                : entry.stations.map(({ machines }) => machines.join(' + ')).join(' → ')}
            </small>
          </li>
        ))}
      </ol>
      {former > 0 && <p className={styles.hint}>{say('formerEntries', { count: former })}</p>}
    </Panel>
  )
}

/** Flows out of a CSV file; a dry run first. */
function FileImport({ clientId }: { clientId: number }) {
  const say = useTexts('line')
  const panel = useTexts('panel')
  const queries = useQueryClient()
  return (
    <CsvImport
      title={say('importFlows')}
      hint={say('importHint')}
      send={(csv, dryRun) => call(importLineFlow, { params: { clientId }, body: { csv, dryRun } })}
      fits={({ added, changed, unchanged }) => say('importFits', { added, changed, unchanged })}
      isNothing={({ added, changed }) => added + changed === 0}
      refusalOf={(each: RefusedFlowLine) => flowRefusalWords(say, panel, each)}
      done={() => {
        showToast(textsOf('line')('flowSaved'))
        void queries.invalidateQueries({ queryKey: ['line'] })
      }}
    />
  )
}
