import { type AlarmGroupKey, alarmGroupCode, alarmGroupKey } from '@packboard/model'
import styles from './GroupChip.module.css'

/** The two letters of an alarm group on its colour; its name always stands beside it. */
export function GroupChip({ group }: { group: string }) {
  const { colour, code } = alarmGroupLook(group)
  return (
    <span className={styles.chip} style={{ background: colour }} aria-hidden="true" data-chart-key>
      {code}
    </span>
  )
}

const colours: Record<AlarmGroupKey, string> = {
  Safety: 'var(--group-safety)',
  Infeed: 'var(--group-infeed)',
  Transfer: 'var(--group-transfer)',
  Film: 'var(--group-film)',
  Jaws: 'var(--group-jaws)',
  Seal: 'var(--group-seal)',
  Outfeed: 'var(--group-outfeed)',
  Temp: 'var(--group-temp)',
  External: 'var(--group-external)',
  Other: 'var(--group-other)',
}

/** How an alarm group looks wherever it appears: a colour by its keyword and two letters, never colour alone. */
export function alarmGroupLook(group: string): { readonly colour: string; readonly code: string } {
  return { colour: colours[alarmGroupKey(group)], code: alarmGroupCode(group) }
}
