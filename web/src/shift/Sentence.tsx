import type { SentenceWire } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { currentLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { usePerson } from '../session/useSession.ts'
import styles from './Sentence.module.css'
import { type SentenceLink, sentenceText, withoutLinks } from './sentenceText.ts'
import { type ShiftWindow, searchOfShift, searchOfStop } from './shiftWays.ts'

/** A sentence about a shift; each number in it opens what it was made from. */
export function Sentence({
  sentence,
  shift,
  start,
}: {
  sentence: SentenceWire
  shift: ShiftWindow
  /** Of a past shift: its page is opened with it. */
  start?: string | undefined
}) {
  const say = useTexts('shift')
  const { language } = currentLanguage()
  const way = (leads: SentenceLink) => (inner: ReactNode) => (
    <Way {...{ leads, sentence, shift, start }}>{inner}</Way>
  )
  return sentenceText(sentence, say, language, {
    inShift: way('inShift'),
    stop: way('stop'),
    ofLine: way('ofLine'),
    ofMachine: way('ofMachine'),
    questions: way('questions'),
    now: way('now'),
    lanes: way('lanes'),
  })
}

/** The same in words alone: on a tablet without pages, in a title. */
export function SentenceWords({ sentence }: { sentence: SentenceWire }) {
  return sentenceText(sentence, useTexts('shift'), currentLanguage().language, withoutLinks)
}

function Way({
  leads,
  sentence: { terms },
  shift,
  start,
  children,
}: {
  leads: SentenceLink
  sentence: SentenceWire
  shift: ShiftWindow
  start: string | undefined
  children: ReactNode
}) {
  const { chooseClient } = usePerson().permissions
  const client = chooseClient ? { client: shift.clientId } : {}
  const { machineId, line } = terms
  const clientId = String(shift.clientId)
  switch (leads) {
    case 'stop':
    case 'ofMachine': {
      if (machineId === undefined) return children
      const { start: begin, end = shift.to } = terms
      return (
        <Link
          to="/admin/productionData/$clientId/$machineId"
          params={{ clientId, machineId }}
          search={
            leads === 'stop' && begin
              ? searchOfStop(shift, { start: begin, end })
              : searchOfShift(shift)
          }
          className={styles.way}
        >
          {children}
        </Link>
      )
    }
    case 'ofLine':
    case 'lanes':
      return (
        <Link
          to="/admin/timeline"
          search={{
            ...searchOfShift(shift),
            ...client,
            ...(leads === 'ofLine' && line && { line }),
          }}
          className={styles.way}
        >
          {children}
        </Link>
      )
    case 'now':
      return (
        <Link to="/admin/dashboard" search={client} className={styles.way}>
          {children}
        </Link>
      )
    default:
      return (
        <Link
          to="/admin/shift"
          search={{ ...client, ...(start !== undefined && { start }) }}
          hash={leads === 'questions' ? 'questions' : 'against'}
          className={styles.way}
        >
          {children}
        </Link>
      )
  }
}
