import { type InstallationWarning, warnings as warningCall } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useLocale } from '../../i18n/useLocale.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { usePerson } from '../../session/useSession.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import styles from './InstallationWarnings.module.css'

const texts = { 'disk.low': 'diskLow', 'disk.full': 'diskFull' } as const

const warnings = queryOptions({
  queryKey: ['panel', 'warnings'],
  queryFn: async ({ signal }) => (await call(warningCall, {}, signal)).warnings,
  refetchInterval: 60_000,
})

/** What an admin has to do soon, above everything else on the panel. */
export function InstallationWarnings() {
  const { manageInstallation } = usePerson().permissions
  const { data = [] } = useQuery({ ...warnings, enabled: manageInstallation })
  return (
    <div className={styles.warnings}>
      {data.map((warning) => (
        <Warning key={warning.code} {...warning} />
      ))}
    </div>
  )
}

function Warning(warning: InstallationWarning) {
  const say = useTexts('panel')
  const locale = useLocale()
  const size = (bytes: number) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: bytes < 1e9 ? 'megabyte' : 'gigabyte',
      maximumFractionDigits: 1,
    }).format(bytes / (bytes < 1e9 ? 1e6 : 1e9))
  if (warning.code === 'proxy.untrusted') return <ErrorNote>{say('proxyUntrusted')}</ErrorNote>
  const { code, freeBytes, totalBytes } = warning
  return (
    <ErrorNote>{say(texts[code], { free: size(freeBytes), total: size(totalBytes) })}</ErrorNote>
  )
}
