import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { failureText } from '../api/call.ts'
import { ClientPicker } from '../clients/ClientPicker.tsx'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { useLinesWithFlow } from '../clients/useLinesWithFlow.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowLeft, IconLink, IconMaximize } from '../icons/furtherIcons.ts'
import { readLineName } from '../line/lineName.ts'
import { type ChosenClient, useClient } from '../session/chosenClient.ts'
import { usePerson, useSession } from '../session/useSession.ts'
import { TopBar } from '../shell/TopBar.tsx'
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import styles from './Wall.module.css'
import { Wall } from './Wall.tsx'
import { WallMessage } from './WallMessage.tsx'
import { wallQueries } from './wallQueries.ts'

/** The wall of the own or the chosen client; staff without a choice choose first, as in the overview. */
export function WallScreen() {
  // Signing out empties the page at once; the router follows.
  return useSession() ? <SignedInWall /> : null
}

function SignedInWall() {
  const session = usePerson()
  const client = useClient(session)
  const coming = useClientInAddress()
  const loading = useTexts('ui')('loading')
  if (coming) return <WallMessage title={loading} controls={<Controls />} />
  if (client) return <WallOf key={client.id} client={client} />
  return (
    <>
      <TopBar />
      <main className={styles.choose}>
        {session.permissions.chooseClient ? <ClientPicker /> : <NotAllowed />}
      </main>
    </>
  )
}

function WallOf({ client }: { client: ChosenClient }) {
  const say = useTexts('wall')
  const loading = useTexts('ui')('loading')
  const info = useQuery(wallQueries.ofClient(client.id, 'no'))
  const figures = useQuery({ ...wallQueries.ofClient(client.id, 'yes'), enabled: info.isSuccess })
  const { line } = readLineName(useSearch({ strict: false }))
  const controls = (
    <>
      <LineChoice clientId={client.id} line={line} />
      <Controls />
    </>
  )
  if (info.data) {
    return <Wall {...{ line, controls }} info={info.data} oeee={figures.data?.oeee} />
  }
  if (info.isError) {
    return (
      <WallMessage title={say('wallFailed')} controls={controls}>
        {say('wallFailedReason', { failure: failureText(info.error) })}
      </WallMessage>
    )
  }
  return <WallMessage title={loading} controls={controls} />
}

/** What the wall shows: the machines as tiles, or one line with its flow. */
function LineChoice({ clientId, line }: { clientId: number; line: string | undefined }) {
  const say = useTexts('wall')
  const navigate = useNavigate()
  const lines = useLinesWithFlow(clientId)
  if (lines.length === 0) return null
  return (
    <ChoiceSelect
      aria-label={say('content')}
      className={styles.content}
      data={[
        { value: '', label: say('asTiles') },
        ...lines.map((name) => ({ value: name, label: say('asLine', { line: name }) })),
      ]}
      value={line !== undefined && lines.includes(line) ? line : ''}
      onChange={(chosen) =>
        void navigate({
          to: '/admin/wall',
          search: ({ client }: { client?: number }) => ({
            ...(client !== undefined && { client }),
            ...(chosen && { line: chosen }),
          }),
        })
      }
    />
  )
}

/** Without words, because they are not needed at the other end of the hall. */
function Controls() {
  const say = useTexts('wall')
  const { permissions } = usePerson()
  const fill = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void document.documentElement.requestFullscreen()
  }
  return (
    <>
      <button type="button" aria-label={say('fullScreen')} title={say('fullScreen')} onClick={fill}>
        <IconMaximize />
      </button>
      {permissions.manageKioskLinks && (
        <Link
          to="/admin/panel"
          search={{ view: 'walls' }}
          aria-label={say('linksForTelevisions')}
          title={say('linksForTelevisions')}
        >
          <IconLink />
        </Link>
      )}
      <Link to="/admin/dashboard" aria-label={say('backToOverview')} title={say('backToOverview')}>
        <IconArrowLeft />
      </Link>
    </>
  )
}
