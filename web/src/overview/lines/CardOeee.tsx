import { noFigure } from '@packboard/model'
import { formatDecimals, formatPercent } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './CardOeee.module.css'
import { useOeees } from './machineOeees.ts'

/** OEEE of a machine in the shift that runs, for a compact card; nothing while it is not known. */
export function CardOeee({ serialNo }: { serialNo: string }) {
  const say = useTexts('lines')
  const oeees = useOeees()
  if (!oeees) return null
  const { OEEE = null, coverage = null, lowCoverage } = oeees.figures.get(serialNo)?.metrics ?? {}
  const name = say('oeee', { when: oeees.when })
  const covered = say('coverage', { percent: formatPercent(coverage) })
  return (
    <div>
      <dt title={name}>{name}</dt>
      <dd title={OEEE === null ? undefined : covered}>
        {OEEE === null ? (
          noFigure
        ) : (
          <>
            <span className={styles.oeee} data-doubt={lowCoverage}>
              {formatDecimals(OEEE, 1)}
            </span>{' '}
            <small>%</small>
            <span className="spoken"> {covered}</span>
          </>
        )}
      </dd>
    </div>
  )
}
