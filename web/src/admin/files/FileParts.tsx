import { Button } from '@mantine/core'
import {
  cancelRecordFile,
  type RecordFileCounts,
  type RecordFileRow,
  type recordFile,
  refusedRecordLines,
} from '@packboard/contract'
import { useState } from 'react'
import { call, callForFile, failureText } from '../../api/call.ts'
import { ConfirmModal } from '../../crud/ConfirmModal.tsx'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconDownload } from '../../icons/icons.ts'
import { ErrorNote } from '../../ui/Message.tsx'
import { useDownload } from '../../ui/saveFile.ts'
import styles from './RecordFiles.module.css'
import { refusalWord } from './recordFile.ts'

const steps = ['stepFile', 'stepColumns', 'stepCheck', 'stepImport'] as const

/** Where a file is on its way. */
export function Steps({ now }: { now: (typeof steps)[number] }) {
  const say = useTexts('recordFiles')
  return (
    <ol className={styles.steps} aria-label={say('steps')}>
      {steps.map((step) => (
        <li key={step} {...(step === now && { 'aria-current': 'step' })}>
          {say(step)}
        </li>
      ))}
    </ol>
  )
}

/** What became of the lines of a file; of a dry run, what would. */
export function Counts({ counts, isDry }: { counts: RecordFileCounts; isDry: boolean }) {
  const say = useTexts('recordFiles')
  const shown = [
    ['rows', say('rows'), counts.rows],
    ['stored', say(isDry ? 'storable' : 'stored'), counts.stored],
    ...(isDry ? [] : ([['duplicate', say('duplicate'), counts.duplicate]] as const)),
    ...(isDry ? [] : ([['late', say('late'), counts.late]] as const)),
    ['quarantined', say('quarantined'), counts.quarantined],
    ['refused', say('refused'), counts.refused],
  ] as const
  return (
    <dl className={styles.counts}>
      {shown.map(([key, word, count]) => (
        <div key={key} data-wrong={count > 0 && (key === 'refused' || key === 'quarantined')}>
          <dt>{word}</dt>
          <dd className="digits">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

type Lines = ReturnType<(typeof recordFile)['answer']['parse']>['lines']

/** The others are in the file. */
const shownLines = 20

/** The first refused lines of a file, and the file with up to 1,000 of them. */
export function RefusedLines({
  clientId,
  fileId,
  lines,
}: {
  clientId: number
  fileId: number
  lines: Lines
}) {
  const say = useTexts('recordFiles')
  const taking = useDownload('refused-lines.csv', () =>
    callForFile(refusedRecordLines, { params: { clientId, fileId } }),
  )
  if (lines.length === 0) return null
  const shown = lines.slice(0, shownLines)
  return (
    <div className={styles.refused}>
      <div className={styles.refusedHead}>
        <h3>{say('refusedLines')}</h3>
        <span className={styles.quiet}>
          {say('firstLines', { count: formatCount(shown.length) })}
        </span>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} />}
          disabled={taking.isPending}
          onClick={() => taking.mutate()}
        >
          {say(taking.isPending ? 'downloading' : 'report')}
        </Button>
      </div>
      {taking.isError && <ErrorNote>{failureText(taking.error)}</ErrorNote>}
      <ul aria-label={say('refusedLines')}>
        {shown.map((each) => (
          <li key={`${each.line} ${each.code} ${each.field}`}>
            <span className="digits">
              {say('line')} {each.line}
            </span>
            <span>
              {refusalWord(say, each)}
              {each.cell !== null && each.cell !== '' && <code>{each.cell}</code>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Ends an import after a question. */
export function CancelFile({
  clientId,
  file,
  word,
  changed,
}: {
  clientId: number
  file: Pick<RecordFileRow, 'id' | 'name'>
  /** The word of the button; Cancel where there is none. */
  word?: string
  changed: () => unknown
}) {
  const say = useTexts('recordFiles')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {word ?? say('cancel')}
      </Button>
      <ConfirmModal
        title={word ?? say('cancel')}
        confirm={word ?? say('cancel')}
        busy={say('checking')}
        consequence={say('cancelSure')}
        send={() => call(cancelRecordFile, { params: { clientId, fileId: file.id } })}
        done={() => void changed()}
        failed={() => void changed()}
        opened={opened}
        onClose={() => setOpened(false)}
      >
        <p>{file.name}</p>
      </ConfirmModal>
    </>
  )
}
