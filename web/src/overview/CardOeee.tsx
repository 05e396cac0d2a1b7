import styles from './CardOeee.module.css'
import { useOeee } from './machineOeees.ts'

/** OEEE of a machine in the shift that runs, for a compact card; nothing while it is not known. */
export function CardOeee({ serialNo }: { serialNo: string }) {
  const oeee = useOeee(serialNo)
  if (!oeee) return null
  const { name, percent, coverage, isDoubtful } = oeee
  return (
    <div>
      <dt title={name}>{name}</dt>
      <dd title={coverage}>
        <span className={styles.oeee} data-doubt={isDoubtful}>
          {percent}
        </span>{' '}
        <small>%</small>
        <span className="spoken"> {coverage}</span>
      </dd>
    </div>
  )
}
