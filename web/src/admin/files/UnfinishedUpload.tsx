import type { RecordFileRow } from '@packboard/contract'
import { useTexts } from '../../i18n/useTexts.ts'
import { Panel } from '../../ui/Panel.tsx'
import { CancelFile } from './CancelFile.tsx'
import styles from './RecordFiles.module.css'

/** An upload that ended with its page, or that another person is sending. */
export function UnfinishedUpload({
  clientId,
  file,
  changed,
}: {
  clientId: number
  file: RecordFileRow
  changed: () => unknown
}) {
  const say = useTexts('recordFiles')
  return (
    <Panel title={say('title')} sub={say('sub')}>
      <div className={styles.buttons}>
        <p>{say('unfinished', { name: file.name })}</p>
        <CancelFile {...{ clientId, file, changed }} word={say('discard')} />
      </div>
    </Panel>
  )
}
