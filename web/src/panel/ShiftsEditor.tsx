import { Button, TextInput } from '@mantine/core'
import { setShifts } from '@packboard/contract'
import { type ShiftPlan, shiftLimits, shiftPlanFault, weekdayNames } from '@packboard/model'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, call, failureText } from '../api/call.ts'
import { clientTimesQuery } from '../clock/clientTimesQuery.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Panel } from '../ui/Panel.tsx'
import { TimeField } from '../ui/TimeField.tsx'
import { showToast } from '../ui/toasts.ts'
import { IconButton } from './IconButton.tsx'
import styles from './ShiftsEditor.module.css'
import { planOfRows, rowFault, rowsOfPlan, type ShiftRow } from './shiftRows.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** The shifts of one client, a line each: name, start and the days of the week on which it starts. */
export function ShiftsEditor({
  clientId,
  times: { zone, starts, version },
}: {
  clientId: number
  times: ShiftPlan & { readonly version: number }
}) {
  const queries = useQueryClient()
  const [rows, setRows] = useState(() => rowsOfPlan(starts))
  const [fault, setFault] = useState<string | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: clientTimesQuery(clientId).queryKey })
  const saving = useMutation({
    mutationFn: () =>
      call(setShifts, { params: { clientId }, body: { shifts: planOfRows(rows), version } }),
    onSuccess: () => {
      showToast('Success!')
      void refresh()
    },
    onError: (error) => {
      showToast(failureText(error), true)
      setFault(failureText(error))
      // Somebody was faster: what they saved is shown, and the form begins anew with it.
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
    const wrong =
      rows.map(rowFault).find((each) => each !== null) ?? shiftPlanFault(planOfRows(rows))
    setFault(wrong)
    if (wrong === null) saving.mutate()
  }
  return (
    <Panel title="Shifts" sub={`times in ${zone}; a shift runs until the next one starts`}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) save()
        }}
      >
        {fault && <ErrorNote>{fault}</ErrorNote>}
        {rows.length === 0 && <p className={styles.none}>This client has no shifts yet.</p>}
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
            leftSection={<IconPlus size={16} stroke={1.75} />}
            disabled={planOfRows(rows).length + 7 > shiftLimits.starts}
            onClick={add}
          >
            Add Shift
          </Button>
          <BusyButton type="submit" busy={saving.isPending ? 'Updating...' : null}>
            Update
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
  const called = name.trim() || 'new shift'
  return (
    <fieldset className={styles.line} aria-label={`Shift ${called}`}>
      <TextInput
        className={styles.name!}
        aria-label="Name"
        placeholder="Name"
        maxLength={shiftLimits.nameLength}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TimeField label="Start" value={start} change={(time) => change({ start: time })} />
      <div className={styles.days}>
        {weekdayNames.map((day, index) => {
          const weekday = index + 1
          const on = weekdays.includes(weekday)
          return (
            <button
              key={day}
              type="button"
              aria-label={day}
              aria-pressed={on}
              onClick={() =>
                change({
                  weekdays: everyDay.filter((each) =>
                    each === weekday ? !on : weekdays.includes(each),
                  ),
                })
              }
            >
              {day.slice(0, 2)}
            </button>
          )
        })}
      </div>
      <IconButton label={`Remove ${called}`} icon={IconTrash} onClick={remove} />
    </fieldset>
  )
}
