import { setOperatorRows } from '@packboard/contract'
import { type OperatorSetting, operatorSettings } from '@packboard/model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, failureText } from '../../api/call.ts'
import { operatorRowsQuery } from '../../compare/operatorRowsQuery.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import styles from './ErasureView.module.css'

/** What users and links read of the operators of a client: it is saved at once. */
export function OperatorRows({ clientId }: { clientId: number }) {
  const say = useTexts('erasure')
  const { queryKey, ...query } = operatorRowsQuery(clientId)
  const { data, error } = useQuery({ queryKey, ...query })
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (setting: OperatorSetting) =>
      call(setOperatorRows, { params: { clientId }, body: { setting } }),
    onSuccess: (_, setting) => client.setQueryData(queryKey, setting),
  })
  const failed = saving.error ?? error
  // What was chosen stands there until the server has refused it.
  const shown = saving.isPending ? saving.variables : data
  return (
    <Panel title={say('byOperator')}>
      <div className={styles.form}>
        <p>{say('byOperatorWhat')}</p>
        {shown !== undefined && (
          <>
            <div className={styles.line}>
              <Segmented
                label={say('byOperator')}
                value={shown}
                options={operatorSettings.map((value) => ({ value, label: say(value) }))}
                choose={(value) => saving.mutate(value)}
              />
            </div>
            {/* It is saved at once: what each does is read before. */}
            <dl className={styles.meanings}>
              {operatorSettings.map((value) => (
                <div key={value} data-chosen={value === shown || undefined}>
                  <dt>{say(value)}</dt>
                  <dd>{say(means[value])}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        {failed && <ErrorNote>{failureText(failed)}</ErrorNote>}
      </div>
    </Panel>
  )
}

const means = {
  notSet: 'notSetMeans',
  allowed: 'allowedMeans',
  forbidden: 'forbiddenMeans',
} as const satisfies Record<OperatorSetting, string>
