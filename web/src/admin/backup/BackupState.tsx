import { type Backups, makeBackup } from '@packboard/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, failureText } from '../../api/call.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useSize } from '../../i18n/useSize.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/toasts.ts'
import styles from './BackupView.module.css'
import { backupsQuery } from './backupsQuery.ts'
import { Fact } from './Fact.tsx'

/** The last good backup, where it is, what went wrong since, and one now. */
export function BackupState({ backups }: { backups: Backups }) {
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
