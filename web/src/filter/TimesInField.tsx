import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { keep } from '../session/kept.ts'
import { browserZone, usePageTimes } from '../time/zone.ts'
import { SoonSelect } from '../ui/SoonSelect.tsx'
import styles from './TimesInField.module.css'

/**
 * Times in: my time or the factory's, each with its zone. The choice is remembered. Where both zones are the same there
 * is no field.
 */
export function TimesInField({
  zone,
  change,
  beside = false,
}: {
  zone: string
  change?: (zone: string) => void
  /** The label stands before the field instead of above it. */
  beside?: boolean
}) {
  const say = useTexts('clock')
  const { factory } = usePageTimes()
  const options = zoneOptions(zone, factory?.zone)
  if (options.length < 2) return null
  return (
    <SoonSelect
      className={beside ? `${styles.times} ${styles.beside}` : (styles.times ?? '')}
      label={say('timesIn')}
      data={options}
      value={zone}
      wrapperProps={{ title: options.find(({ value }) => value === zone)?.label }}
      comboboxProps={{
        width: 'max-content',
        position: 'bottom-start',
      }}
      onChange={(chosen) => {
        if (chosen === null || chosen === zone) return
        if (chosen === browserZone) keep('times', 'mine')
        else if (chosen === factory?.zone) keep('times', 'factory')
        change?.(chosen)
      }}
    />
  )
}

/** My time, the factory's where it differs, and the zone of an opened link while it is shown. */
export function zoneOptions(shown: string, factory: string | undefined) {
  const say = textsOf('clock')
  const options = [{ value: browserZone, label: say('mine', { zone: browserZone }) }]
  if (factory !== undefined && factory !== browserZone) {
    options.push({ value: factory, label: say('factory', { zone: factory }) })
  }
  if (!options.some(({ value }) => value === shown)) {
    options.push({ value: shown, label: say('ofLink', { zone: shown }) })
  }
  return options
}
