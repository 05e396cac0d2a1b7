import type { ClientOption } from '@packboard/contract'
import { formatTimeInState } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { ChosenClient } from '../session/chosenClient.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useOneStop } from '../ui/useOneStop.ts'
import styles from './ClientBoardList.module.css'
import { type BoardClient, worstFirst } from './clientBoard.ts'
import { clientQueries } from './clientQueries.ts'

/**
 * The clients under the field that chooses one: what stands at each, how many machines run, what they have packed. The worst comes
 * first; arrows walk the list, what is typed into the field shortens it. Nothing is shown where it could not be read.
 */
export function ClientBoardList({
  clients,
  wanted,
  choose,
}: {
  /** Which clients can be chosen. */
  clients: readonly ClientOption[]
  /** What is searched for. */
  wanted: string
  choose: (client: ChosenClient) => void
}) {
  const say = useTexts('clients')
  const oneStop = useOneStop<HTMLUListElement>()
  const { data, isError } = useQuery(clientQueries.board())
  const offered = new Map(clients.map((client) => [client.id, client]))
  const sought = wanted.trim().toLowerCase()
  const shown = worstFirst(data?.clients ?? []).filter(
    ({ id, name }) => offered.has(id) && name.toLowerCase().includes(sought),
  )
  if (isError && !data) return null
  if (!data) {
    return (
      <div className={styles.list} aria-hidden="true">
        {clients.map(({ id }) => (
          <Skeleton key={id} width="100%" height={rowHeight} radius={12} />
        ))}
      </div>
    )
  }
  return (
    <ul ref={oneStop} className={styles.list} aria-label={say('board')}>
      {shown.map((client) => (
        <li key={client.id}>
          <button type="button" className="panel" onClick={() => choose(client)}>
            <span className={styles.name}>
              <b>{client.name}</b>
              <small>{client.location}</small>
            </span>
            <ClientState client={client} at={data.at} />
            <span className={styles.figures}>
              <b>{say('running', { running: client.running, machines: client.machines })}</b>
              <small>{say('packs', { packs: formatCount(client.packs) })}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Of a row, in px, so that nothing moves when the answer comes. */
const rowHeight = 67

/** The worst state of a client with its machine, and how many machines are in trouble. */
export function ClientState({ client, at }: { client: BoardClient; at: Date }) {
  const say = useTexts('clients')
  const sayState = useTexts('states')
  const { worst, trouble, offline, closed } = client
  const isDark = worst === null && (offline > 0 || closed === client.machines)
  const state = worst?.state ?? 0
  const run = worst === null && !isDark
  const band = run ? bandLooks.go : bandLooks[shownBand(state, isDark)]
  const shape = run ? bandLooks.go.shape : shownShape(state, isDark)
  return (
    <span className={styles.state}>
      <span style={{ color: band.chipColour }} data-chart-key>
        <Glyph shape={shape} size={14} />
      </span>
      <span>
        {worst === null ? (
          offline > 0 || !isDark ? (
            say(isDark ? 'offlineCount' : 'nothingStands', { count: offline })
          ) : (
            say('closedCount', { count: closed })
          )
        ) : (
          <>
            <b>{worst.machineId}</b> {stateWord(worst.state, sayState)}
            {worst.since && (
              <span className="digits">
                , {formatTimeInState((at.getTime() - worst.since.getTime()) / 1_000)}
              </span>
            )}
          </>
        )}
        {trouble > 0 && <small>{say('trouble', { count: trouble })}</small>}
      </span>
    </span>
  )
}
