import { setOperatorRows } from '@packboard/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, failureText } from '../../api/call.ts'
import { operatorRowsQuery } from '../../compare/operatorRowsQuery.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import styles from './ErasureView.module.css'

/** Whether the comparison of a client has a row of each operator; it is saved at once. */
export function OperatorRows({ clientId }: { clientId: number }) {
  const say = useTexts('erasure')
  const { queryKey, ...query } = operatorRowsQuery(clientId)
  const { data, error } = useQuery({ queryKey, ...query })
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (allowed: boolean) =>
      call(setOperatorRows, { params: { clientId }, body: { allowed } }),
    onSuccess: (_, allowed) => client.setQueryData(queryKey, allowed),
  })
  const failed = saving.error ?? error
  // What was chosen stands there until the server has refused it.
  const shown = saving.isPending ? saving.variables : data
  return (
    <Panel title={say('byOperator')}>
      <div className={styles.form}>
        <p>{say('byOperatorWhat')}</p>
        {shown !== undefined && (
          <div className={styles.line}>
            <Segmented
              label={say('byOperator')}
              value={shown ? 'yes' : 'no'}
              options={[
                { value: 'no', label: say('notAllowed') },
                { value: 'yes', label: say('allowed') },
              ]}
              choose={(value) => saving.mutate(value === 'yes')}
            />
          </div>
        )}
        {failed && <ErrorNote>{failureText(failed)}</ErrorNote>}
      </div>
    </Panel>
  )
}
