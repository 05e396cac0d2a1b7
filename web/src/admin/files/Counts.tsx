import type { RecordFileCounts } from '@packboard/contract'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './RecordFiles.module.css'

/** What became of the lines of a file; of a dry run, what would. */
export function Counts({ counts, isDry }: { counts: RecordFileCounts; isDry: boolean }) {
  const say = useTexts('recordFiles')
  const shown = [
    ['rows', say('rows'), counts.rows],
    ['stored', say(isDry ? 'storable' : 'stored'), counts.stored],
    ...(isDry ? [] : ([['duplicate', say('duplicate'), counts.duplicate]] as const)),
    ...(isDry ? [] : ([['late', say('late'), counts.late]] as const)),
    ['quarantined', say('quarantined'), counts.quarantined],
    ['refused', say('refused'), counts.refused],
  ] as const
  return (
    <dl className={styles.counts}>
      {shown.map(([key, word, count]) => (
        <div key={key} data-wrong={count > 0 && (key === 'refused' || key === 'quarantined')}>
          <dt>{word}</dt>
          <dd className="digits">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
