import { type MachineTypeRow, setStopThresholds } from '@packboard/contract'
import { stopThresholdLimits, withDated } from '@packboard/model'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormModal } from '../../crud/FormModal.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { refreshLists } from './panelQueries.ts'
import { thresholdWords } from './thresholdWords.ts'

/** Sets the stop threshold of a machine type from a day on (D59). */
export function StopThresholdModal({
  row,
  opened,
  onClose,
}: {
  row: MachineTypeRow
  opened: boolean
  onClose: () => void
}) {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const { id, label, stopThresholds, version } = row
  return (
    <FormModal
      title={say('stopThresholdOf', { name: label })}
      submit={say('update')}
      busy={say('updating')}
      {...{ opened, onClose }}
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
