import { version } from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { browserZone } from '../../time/zone.ts'
import styles from './HelpSheet.module.css'

/** Letters of a commit that name it. */
const commitShown = 12

/** Which Packboard this is, for who asks for help or reads the list of changes. */
export function VersionLine() {
  const say = useTexts('help')
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => call(version, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data === undefined) return null
  const name =
    data.commit === null
      ? say('version', { version: data.version })
      : say('versionOfCommit', {
          version: data.version,
          commit: data.commit.slice(0, commitShown),
        })
  const since = say('runningSince', { since: formatDateTime(data.startedAt, browserZone) })
  return (
    <p className={styles.version}>
      {name} · {since}
    </p>
  )
}
