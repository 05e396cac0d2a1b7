import type { ClientMachine } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { shownBand, shownShape } from '../charts/bandLook.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowLeft } from '../icons/furtherIcons.ts'
import { IconChevronRight } from '../icons/icons.ts'
import { StateAnnouncer } from '../overview/StateAnnouncer.tsx'
import {
  useCard,
  useFrame,
  useOffline,
  useOverview,
  useSilentWord,
  useStaleSince,
} from '../overview/useOverview.ts'
import { useWindowStart } from '../overview/useWindowStart.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { FailedMark } from '../ui/Loadable.tsx'
import styles from './ProductionHead.module.css'

/** Which machine this is and what it does at this moment; beside it the instant of the figures below. */
export function LiveHead({
  clientId,
  machine,
  children,
}: {
  clientId: number
  machine: ClientMachine
  children: ReactNode
}) {
  const sayState = useTexts('states')
  const say = useTexts('overview')
  const { from } = useWindowStart()
  const serialNos = useMemo(() => [machine.machineId], [machine.machineId])
  const feed = useOverview(clientId, serialNos, from)
  const card = useCard(feed, machine.machineId)
  const phase = useFrame(feed, 'phase')
  const staleSince = useStaleSince(feed)
  const offline = useOffline(feed, feed, machine.machineId)
  const silent = useSilentWord(feed, feed, machine.machineId)
  const product = card && !offline ? reportedText(card.product) : ''
  return (
    <>
      <StateAnnouncer feed={feed} stale={staleSince !== null} />
      <Head
        serialNo={machine.machineId}
        about={[
          machine.lineName,
          machine.machineType.label,
          product,
          machine.isProvisional && say('provisionalWhy'),
        ]
          .filter(Boolean)
          .join(' · ')}
        state={
          card && (
            <span
              className={styles.pill}
              data-band={shownBand(card.state, offline)}
              data-stale={staleSince !== null}
            >
              <Glyph shape={shownShape(card.state, offline)} size={12} />
              {offline ? silent : stateWord(card.state, sayState)}
            </span>
          )
        }
      >
        {phase === 'failed' ? <FailedMark retry={feed.refresh} /> : children}
      </Head>
    </>
  )
}

/** The head without anything live, as long as the machine is not known. */
export function Head({
  serialNo,
  about = '',
  state,
  children,
}: {
  serialNo: string
  about?: string
  state?: ReactNode
  children?: ReactNode
}) {
  const say = useTexts('production')
  return (
    <div className={styles.head} data-machine-head>
      <div className={styles.names}>
        <nav className={styles.crumb} aria-label={say('breadcrumb')}>
          <Link to="/admin/dashboard">
            <IconArrowLeft className={styles.back ?? ''} size={24} />
            <span>{say('overview')}</span>
          </Link>
          <IconChevronRight stroke={2} size={14} />
          <span aria-current="page">{say('title')}</span>
        </nav>
        <div className={styles.title}>
          <h1>{serialNo}</h1>
          {state}
        </div>
        <p className={styles.about}>{about}</p>
      </div>
      {children}
    </div>
  )
}
