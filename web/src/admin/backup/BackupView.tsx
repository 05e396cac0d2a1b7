import { TextInput } from '@mantine/core'
import { type BackupRun, type Backups, backups, makeBackup, setBackups } from '@packboard/contract'
import { backupsKept, noFigure } from '@packboard/model'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallFailed, call, failureText } from '../../api/call.ts'
import table from '../../crud/CrudTable.module.css'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useSize } from '../../i18n/useSize.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconAlertTriangle } from '../../icons/icons.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { ErrorNote, Message } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import styles from './BackupView.module.css'
import { Fact, UpgradeState } from './UpgradeState.tsx'

/** The last good backup, one now, when the next ones are made, and what upgrades do with the stores. */
export function BackupView() {
  const say = useTexts('panel')
  const query = useQuery(backupsQuery)
  return (
    <div className={styles.parts}>
      <Loadable query={query} emptyText={say('notAvailable')} isEmpty={() => false} saysLoading>
        {(backups: Backups) => (backups.elsewhere ? <Elsewhere /> : <Own backups={backups} />)}
      </Loadable>
      <UpgradeState />
    </div>
  )
}

function Own({ backups }: { backups: Backups }) {
  return (
    <>
      <BackupState backups={backups} />
      <BackupSchedule key={backups.version} backups={backups} />
      <BackupRuns runs={backups.runs} />
    </>
  )
}

/** What Packboard does not do, it does not offer. */
function Elsewhere() {
  const say = useTexts('backup')
  return (
    <Panel title={say('title')}>
      <Message title={say('elsewhere')}>{say('elsewhereHint')}</Message>
    </Panel>
  )
}

/** What became of the latest backups. */
function BackupRuns({ runs }: { runs: Backups['runs'] }) {
  const say = useTexts('backup')
  const size = useSize()
  return (
    <Panel
      title={say('latest')}
      className={`${table.table} ${table.named} ${table.twoLines} ${styles.runs}`}
    >
      <DataTable
        label={say('latest')}
        query={{ data: runs, isPending: false, isError: false, refetch: () => {} }}
        rows={(all: Backups['runs']) => [...all]}
        rowKey={({ startedAt }: BackupRun) => startedAt.toISOString()}
        emptyText={say('noRuns')}
        hint={say('noRunsHint')}
        columns={[
          { title: say('begun'), cell: ({ startedAt }) => <DateTime at={startedAt} />, wide: true },
          { title: say('outcome'), cell: (run) => <Outcome run={run} />, wide: true },
          {
            title: say('records'),
            numeric: true,
            labelOnPhone: true,
            cell: (run) => (run.ok ? formatCount(run.records) : noFigure),
          },
          {
            title: say('size'),
            numeric: true,
            labelOnPhone: true,
            cell: (run) => (run.ok ? size(run.bytes) : noFigure),
          },
          {
            title: say('fresh'),
            numeric: true,
            labelOnPhone: true,
            cell: (run) => (run.ok ? size(run.newBytes) : noFigure),
          },
        ]}
      />
    </Panel>
  )
}

function Outcome({ run }: { run: BackupRun }) {
  const say = useTexts('backup')
  if (run.ok) return <>{say('made')}</>
  return (
    <span title={run.detail}>
      <span className={styles.failed}>
        <IconAlertTriangle size={16} />
        {say('failed')}
      </span>{' '}
      {say(`fault.${run.fault}`)}
    </span>
  )
}

/** The last good backup, where it is, what went wrong since, and one now. */
function BackupState({ backups }: { backups: Backups }) {
  const say = useTexts('backup')
  const size = useSize()
  const queries = useQueryClient()
  const { last, running, runs, folder } = backups
  const making = useMutation({
    mutationFn: () => call(makeBackup, {}),
    onError: (error) => showToast(failureText(error), true),
    onSettled: () => queries.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  })
  const latest = runs[0]
  return (
    <Panel
      title={say('title')}
      actions={
        <BusyButton busy={busyText(making.isPending)} onClick={() => making.mutate()}>
          {say('make')}
        </BusyButton>
      }
    >
      <div className={styles.state}>
        <div className={styles.notes}>
          {latest && !latest.ok && !running && (
            <ErrorNote>
              {say('lastFailed')} {say(`fault.${latest.fault}`)}
              {latest.fault === 'other' && ` (${latest.detail})`}
            </ErrorNote>
          )}
        </div>
        <dl className={styles.facts}>
          <Fact name={say('lastGood')} first>
            {last ? <DateTime at={last.startedAt} /> : say('none')}
          </Fact>
          {last && (
            <>
              <Fact name={say('size')}>
                {say('sizeNew', { size: size(last.bytes), fresh: size(last.newBytes) })}
              </Fact>
              <Fact name={say('records')}>{formatCount(last.records)}</Fact>
              <Fact name={say('took')}>
                {say('tookPaused', {
                  seconds: formatCount(Math.max(1, Math.round(last.seconds))),
                  ms: formatCount(Math.ceil(last.pausedMs)),
                })}
              </Fact>
            </>
          )}
          <Fact name={say('next')}>
            {backups.nextAt ? <DateTime at={backups.nextAt} /> : say('noNext')}
          </Fact>
          <Fact name={say('encryption')}>
            {backups.encrypted ? say('encrypted') : say('plain')}
            {!backups.encrypted && <small>{say('plainHint')}</small>}
          </Fact>
          <Fact name={say('place')} wide>
            {last ? `${last.folder}/${last.name}` : folder}
            {backups.onSameDisk && <small>{say('sameDisk')}</small>}
          </Fact>
        </dl>
      </div>
    </Panel>
  )

  function busyText(isBeginning: boolean): string | null {
    if (running && running.of > 0) {
      const [done, of] = [formatCount(running.done), formatCount(running.of)]
      return say('running', { done, of })
    }
    return isBeginning || running ? say('begins') : null
  }
}

const choices = [
  { everyHours: null, text: 'never' },
  { everyHours: 1, text: 'everyHour' },
  { everyHours: 6, text: 'everySixHours' },
  { everyHours: 12, text: 'everyTwelveHours' },
  { everyHours: 24, text: 'everyDay' },
] as const

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** When backups are made, and how many stay. */
function BackupSchedule({ backups }: { backups: Backups }) {
  const say = useTexts('backup')
  const panel = useTexts('panel')
  const queries = useQueryClient()
  const [everyHours, setEvery] = useState(backups.everyHours)
  const [startHour, setStart] = useState(backups.startHour)
  const [keep, setKeep] = useState(String(backups.keep))
  const [checked, setChecked] = useState(false)
  const number = keptNumber(keep)
  const saving = useMutation({
    mutationFn: (kept: number) =>
      call(setBackups, { body: { everyHours, startHour, keep: kept, version: backups.version } }),
    onSuccess: () => {
      showToast(panel('success'))
      void queries.invalidateQueries({ queryKey: ['panel'] })
    },
    onError: (error) => {
      showToast(failureText(error), true)
      // Another person saved first: the form starts again from what is there.
      if (error instanceof CallFailed && error.status === 409) {
        void queries.invalidateQueries({ queryKey: backupsQuery.queryKey })
      }
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!saving.isPending && number !== undefined) saving.mutate(number)
  }
  return (
    <Panel title={say('schedule')}>
      <form className={styles.form} noValidate autoComplete="off" onSubmit={save}>
        {saving.isError && <ErrorNote>{failureText(saving.error)}</ErrorNote>}
        <div className={styles.fields}>
          <ChoiceSelect
            label={say('every')}
            data={choices.map(({ text }) => ({ value: text, label: say(text) }))}
            value={choices.find((choice) => choice.everyHours === everyHours)?.text ?? 'never'}
            onChange={(chosen) =>
              setEvery(choices.find(({ text }) => text === chosen)?.everyHours ?? null)
            }
          />
          <ChoiceSelect
            label={say('startHour')}
            description={say('startHourHint')}
            disabled={everyHours === null}
            data={hours}
            value={String(startHour)}
            onChange={(chosen) => setStart(Number(chosen ?? startHour))}
          />
          <TextInput
            label={say('keep')}
            description={say('keepHint')}
            inputMode="numeric"
            maxLength={3}
            error={
              checked &&
              number === undefined &&
              say('outside', { min: String(backupsKept.min), max: String(backupsKept.max) })
            }
            value={keep}
            onChange={(event) => setKeep(event.currentTarget.value)}
          />
        </div>
        <div>
          <BusyButton type="submit" busy={saving.isPending ? panel('updating') : null}>
            {panel('update')}
          </BusyButton>
        </div>
      </form>
    </Panel>
  )
}

/** Undefined for what is no number of backups. */
function keptNumber(entered: string): number | undefined {
  const text = entered.trim()
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return number >= backupsKept.min && number <= backupsKept.max ? number : undefined
}

/** While one is made its progress is shown; else it is enough to see what the clock began. */
const refreshMs = { running: 1_500, still: 30_000 } as const

/** The backups of the installation, their schedule and retention. */
const backupsQuery = queryOptions({
  queryKey: ['panel', 'backups'],
  queryFn: ({ signal }) => call(backups, {}, signal),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.running ? refreshMs.running : refreshMs.still),
})
