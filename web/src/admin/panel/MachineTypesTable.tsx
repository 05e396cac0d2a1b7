import {
  addMachineType,
  deleteMachineType,
  type MachineTypeRow,
  setStopThresholds,
  updateMachineType,
} from '@packboard/contract'
import {
  formatTimeInState,
  microStopSeconds,
  type StopThreshold,
  stopThresholdLimits,
  withDated,
} from '@packboard/model'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callWithForm } from '../../api/call.ts'
import { CrudTable, Thumb } from '../../crud/CrudTable.tsx'
import { FormModal, type FormSpec } from '../../crud/FormModal.tsx'
import { firstMissing, namedField } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { type Say, useTexts } from '../../i18n/useTexts.ts'
import { IconClock } from '../../icons/icons.ts'
import type { DialogProps } from '../../ui/Dialog.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import { panelQueries, refreshLists } from '../panelQueries.ts'
import { dayText } from '../plan/planWords.ts'

/** The designs of machines with the pictures on their cards. */
export function MachineTypesTable() {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const query = useQuery(panelQueries.machineTypes())
  const threshold = useThresholdModal()
  const form = (row: MachineTypeRow | null): FormSpec => ({
    initial: { label: row?.label ?? '' },
    fields: () => [
      namedField(say, 'label', { required: true, locked: row !== null }),
      {
        name: 'file',
        label: say('image'),
        kind: 'file',
        required: true,
        hint: say('imageHint'),
      },
    ],
    ...(row === null && { problem: firstMissing }),
    send: async ({ label = '' }, file) => {
      const parts = new FormData()
      // The text goes first, so that the server has it before the picture comes.
      if (row) parts.set('version', String(row.version))
      parts.set('label', label)
      if (file) parts.set('file', file)
      if (row) await callWithForm(updateMachineType, { params: { id: row.id } }, parts)
      else await callWithForm(addMachineType, {}, parts)
      void refreshLists(queries, ['machineTypes', 'machines'])
      return say('success')
    },
  })
  return (
    <>
      <CrudTable
        id="machineTypes"
        title={say('machineTypes')}
        noun={say('aMachineType')}
        query={query}
        keyOf={({ id }) => id}
        nameOf={({ label }) => label}
        columns={[
          {
            key: 'image',
            title: say('image'),
            text: () => '',
            cell: ({ imagePath }) => <Thumb key={imagePath} path={imagePath} />,
            unsorted: true,
          },
          {
            key: 'label',
            title: say('label'),
            text: ({ label }) => label,
            cell: ({ label }) => <b>{label}</b>,
            wide: true,
          },
          {
            key: 'stopThreshold',
            title: say('stopThreshold'),
            text: ({ stopThresholds }) => thresholdWords(stopThresholds, say),
            unsorted: true,
            labelOnPhone: true,
          },
        ]}
        moreActions={threshold.action}
        form={form}
        removal={{
          consequence: () => say('machineTypeGone'),
          send: async ({ id }) => {
            await call(deleteMachineType, { params: { id } })
            void refreshLists(queries, ['machineTypes', 'deleted'])
          },
          done: say('machineTypeDeleted'),
          failed: say('machineTypeKept'),
        }}
      />
      {threshold.modal}
    </>
  )
}

/** The icon in a row and the form that it opens. */
function useThresholdModal() {
  const say = useTexts('panel')
  const threshold = useOpening<MachineTypeRow>()
  return {
    action: (row: MachineTypeRow) => (
      <IconButton
        label={say('stopThresholdOf', { name: row.label })}
        icon={IconClock}
        onClick={() => threshold.open(row)}
      />
    ),
    modal: threshold.about && (
      <StopThresholdModal key={threshold.times} row={threshold.about} {...threshold.dialog} />
    ),
  }
}

/** Sets the stop threshold of a machine type from a day on (D59). */
function StopThresholdModal({ row, ...dialog }: { row: MachineTypeRow } & DialogProps) {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const { id, label, stopThresholds, version } = row
  return (
    <FormModal
      title={say('stopThresholdOf', { name: label })}
      submit={say('update')}
      busy={say('updating')}
      {...dialog}
      spec={{
        initial: { seconds: '', validFrom: new Date().toISOString().slice(0, 10) },
        fields: () => [
          {
            name: 'seconds',
            label: say('thresholdSeconds'),
            kind: 'number',
            hint: `${say('thresholdHint')} ${say('thresholdsNow', { list: thresholdWords(stopThresholds, say) })}`,
          },
          {
            name: 'validFrom',
            label: say('thresholdValidFrom'),
            kind: 'date',
            hint: say('thresholdFromHint'),
          },
        ],
        problem: ({ values }) => {
          const text = (values.seconds ?? '').trim()
          const seconds = Number(text)
          const { least, most } = stopThresholdLimits
          if (text === '') return null
          if (Number.isInteger(seconds) && seconds >= least && seconds <= most) return null
          const message = say('thresholdWrong')
          return { message, fields: { seconds: message } }
        },
        send: async ({ seconds = '', validFrom = '' }) => {
          const from = validFrom === '' ? null : validFrom
          const known = stopThresholds.map(({ setBy: _, ...one }) => one)
          const others = known.filter((one) => one.validFrom !== from)
          const one = { validFrom: from, seconds: Number(seconds) }
          await call(setStopThresholds, {
            params: { id },
            body: {
              stopThresholds: seconds.trim() === '' ? others : withDated(others, one),
              version,
            },
          })
          void refreshLists(queries, ['machineTypes'])
          return say('success')
        },
      }}
    />
  )
}

/** The stop thresholds of a machine type, each from its day on. */
function thresholdWords(thresholds: readonly StopThreshold[], say: Say<'panel'>): string {
  const usual =
    thresholds[0]?.validFrom === null ? [] : [{ validFrom: null, seconds: microStopSeconds }]
  return [...usual, ...thresholds]
    .map(({ validFrom, seconds }) => {
      const time = formatTimeInState(seconds)
      return validFrom === null ? time : say('thresholdFrom', { time, day: dayText(validFrom) })
    })
    .join(', ')
}
