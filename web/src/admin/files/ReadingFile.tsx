import type { RecordFileRow } from '@packboard/contract'
import { formatCount, formatPercent } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { Panel } from '../../ui/Panel.tsx'
import { CancelFile } from './CancelFile.tsx'
import { Counts } from './Counts.tsx'
import styles from './RecordFiles.module.css'
import { Steps } from './Steps.tsx'

/** A file that is being opened, checked or imported: how far it is, and what became of its lines so far. */
export function ReadingFile({
  clientId,
  file,
  changed,
}: {
  clientId: number
  file: RecordFileRow
  changed: () => unknown
}) {
  const say = useTexts('recordFiles')
  if (file.state === 'opening') {
    return (
      <Panel title={say('opening', { name: file.name })} sub={say('openingHint')}>
        <Steps now="stepFile" />
        <div className={styles.progress}>
          <progress aria-label={say('opening', { name: file.name })} />
        </div>
        <div className={styles.buttons}>
          <CancelFile {...{ clientId, file, changed }} />
        </div>
      </Panel>
    )
  }
  const isImport = file.state === 'running'
  const title = isImport ? say('running', { name: file.name }) : say('checking')
  return (
    <Panel title={title} sub={isImport ? say('leave') : file.name}>
      <Steps now={isImport ? 'stepImport' : 'stepCheck'} />
      <div className={styles.progress}>
        <span>{say('reading', { name: file.name, rows: formatCount(file.rows) })}</span>
        <progress aria-label={title} max={1} value={file.share} />
        <span className="digits">{formatPercent(100 * file.share)}</span>
      </div>
      <Counts counts={file} isDry={!isImport} />
      <div className={styles.buttons}>
        <CancelFile {...{ clientId, file, changed }} />
      </div>
    </Panel>
  )
}
