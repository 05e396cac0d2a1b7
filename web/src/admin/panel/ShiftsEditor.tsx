import { Button, TextInput } from '@mantine/core'
import { setShifts } from '@packboard/contract'
import { findShiftFault, type ShiftPlan, shiftLimits } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, call, failureText } from '../../api/call.ts'
import { clientTimesQuery } from '../../clients/clientQueries.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { useLocale } from '../../i18n/useLocale.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { weekdays } from '../../i18n/weekdays.ts'
import { IconPlus, IconTrash } from '../../icons/furtherIcons.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TimeField } from '../../ui/TimeField.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { WeekdayButtons } from '../../ui/WeekdayButtons.tsx'
import styles from './ShiftsEditor.module.css'
import { planFaultWords, planOfRows, rowFault, rowsOfPlan, type ShiftRow } from './shiftRows.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** The shifts of one client, a line each: name, start and the days of the week on which it starts. */
export function ShiftsEditor({
  clientId,
  times: { zone, starts, version },
}: {
  clientId: number
  times: ShiftPlan & { readonly version: number }
}) {
  const say = useTexts('panel')
  const locale = useLocale()
  const queries = useQueryClient()
  const [rows, setRows] = useState(() => rowsOfPlan(starts))
  const [fault, setFault] = useState<string | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: clientTimesQuery(clientId).queryKey })
  const saving = useMutation({
    mutationFn: () =>
      call(setShifts, { params: { clientId }, body: { shifts: planOfRows(rows), version } }),
    onSuccess: () => {
      showToast(say('success'))
      void refresh()
    },
    onError: (error) => {
      showToast(failureText(error), true)
      setFault(failureText(error))
      // Another user saved first: the stored plan is shown, and the form starts again from it.
      if (error instanceof CallFailed && error.status === 409) void refresh()
    },
  })
  const change = (key: number, part: Partial<ShiftRow>) => {
    setFault(null)
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  }
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    setRows([...rows, { key, name: '', start: '', weekdays: everyDay }])
  }
  const save = () => {
    const wrong = rows.map(rowFault).find((each) => each !== null)
    const clash = wrong === undefined ? findShiftFault(planOfRows(rows)) : null
    const words = clash && planFaultWords(clash, weekdays(locale)[clash.weekday - 1] ?? '')
    setFault(wrong ?? words)
    if (wrong === undefined && clash === null) saving.mutate()
  }
  return (
    <Panel title={say('shifts')} sub={say('shiftsZone', { zone })}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) save()
        }}
      >
        {fault && <ErrorNote>{fault}</ErrorNote>}
        {rows.length === 0 && <p className={styles.none}>{say('noShifts')}</p>}
        {rows.map((row) => (
          <Line
            key={row.key}
            row={row}
            change={(part) => change(row.key, part)}
            remove={() => {
              setFault(null)
              setRows(rows.filter(({ key }) => key !== row.key))
            }}
          />
        ))}
        <div className={styles.buttons}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={planOfRows(rows).length + 7 > shiftLimits.starts}
            onClick={add}
          >
            {say('addShift')}
          </Button>
          <BusyButton type="submit" busy={saving.isPending ? say('updating') : null}>
            {say('update')}
          </BusyButton>
        </div>
      </form>
    </Panel>
  )
}

function Line({
  row: { name, start, weekdays },
  change,
  remove,
}: {
  row: ShiftRow
  change: (part: Partial<ShiftRow>) => void
  remove: () => void
}) {
  const say = useTexts('panel')
  const called = name.trim() || say('newShift')
  return (
    <fieldset className={styles.line} aria-label={say('shiftNamed', { name: called })}>
      <TextInput
        className={styles.name ?? ''}
        aria-label={say('name')}
        placeholder={say('name')}
        maxLength={shiftLimits.nameLength}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TimeField label={say('start')} value={start} change={(time) => change({ start: time })} />
      <WeekdayButtons days={weekdays} change={(days) => change({ weekdays: days })} />
      <IconButton label={say('removeNamed', { name: called })} icon={IconTrash} onClick={remove} />
    </fieldset>
  )
}
