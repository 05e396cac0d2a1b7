import type { ShiftPage } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { Sentence } from '../shift/Sentence.tsx'
import { type ShiftWindow, searchOfShift } from '../shift/shiftWays.ts'
import { AheadOrBehind } from '../shiftProgress/ProgressBar.tsx'
import styles from './ShiftAnswer.module.css'

/** How the shift goes, in sentences, and how far each line is from its target. */
export function ShiftAnswer({
  page,
  shift,
  start,
}: {
  page: ShiftPage
  shift: ShiftWindow
  /** Of a past shift: its page is opened with it. */
  start?: string | undefined
}) {
  const say = useTexts('shiftPage')
  return (
    <section className={`panel ${styles.answer}`} aria-label={say('inOneSentence')}>
      <div className={styles.sentences}>
        <p className={styles.sentence}>
          <Sentence sentence={page.sentence} {...{ shift, start }} />
        </p>
        {page.also.length > 0 && (
          <p className={styles.also}>
            {page.also.map((each, index) => (
              <span key={each.rule}>
                {index > 0 && ' '}
                <Sentence sentence={each} {...{ shift, start }} />
              </span>
            ))}
          </p>
        )}
      </div>
      <LineTargets page={page} shift={shift} />
    </section>
  )
}

/** Of each line its target, what it made, and how far the two are apart; few lines fit beside the sentence. */
function LineTargets({ page: { lines }, shift }: { page: ShiftPage; shift: ShiftWindow }) {
  const say = useTexts('shiftPage')
  if (lines.length < 2 || lines.length > mostLines) return null
  return (
    <dl className={styles.lines}>
      {lines.map(({ line, made, due, ofShift }) => (
        <div key={line}>
          <dt>
            {line === '' ? (
              say('noLine')
            ) : (
              <Link to="/admin/timeline" search={{ ...searchOfShift(shift), line }}>
                {line}
              </Link>
            )}
            {ofShift !== null &&
              `, ${ofShift > 0 ? say('target', { target: formatCount(ofShift) }) : say('closed')}`}
          </dt>
          <dd>
            <b>{formatCount(made)}</b>
            {due !== null && due > 0 && <AheadOrBehind made={made} due={due} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const mostLines = 4
