import { Select, TextInput } from '@mantine/core'
import { type Backups, setBackups } from '@packboard/contract'
import { backupsKept } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallFailed, call, failureText } from '../../api/call.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconChevronDown } from '../../icons/icons.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/toasts.ts'
import styles from './BackupView.module.css'
import { backupsQuery } from './backupsQuery.ts'

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

const ofSelect = {
  allowDeselect: false,
  rightSection: <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />,
  rightSectionPointerEvents: 'none',
  comboboxProps: { keepMounted: false, offset: 6 },
} as const

/** When backups are made, and how many stay. */
export function BackupSchedule({ backups }: { backups: Backups }) {
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
          <Select
            {...ofSelect}
            label={say('every')}
            data={choices.map(({ text }) => ({ value: text, label: say(text) }))}
            value={choices.find((choice) => choice.everyHours === everyHours)?.text ?? 'never'}
            onChange={(chosen) =>
              setEvery(choices.find(({ text }) => text === chosen)?.everyHours ?? null)
            }
          />
          <Select
            {...ofSelect}
            label={say('startHour')}
            description={say('startHourHint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            disabled={everyHours === null}
            data={hours}
            value={String(startHour)}
            onChange={(chosen) => setStart(Number(chosen ?? startHour))}
          />
          <TextInput
            label={say('keep')}
            description={say('keepHint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
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
