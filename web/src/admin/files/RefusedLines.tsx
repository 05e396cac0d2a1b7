import { Button } from '@mantine/core'
import { type recordFile, refusedRecordLines } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { callForFile, failureText } from '../../api/call.ts'
import { saveFile } from '../../export/saveFile.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconDownload } from '../../icons/icons.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { refusalWord } from './fileWords.ts'
import styles from './RecordFiles.module.css'

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
  const taking = useMutation({
    mutationFn: () => callForFile(refusedRecordLines, { params: { clientId, fileId } }),
    onSuccess: ({ name, content }) => saveFile(name ?? 'refused-lines.csv', content),
  })
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
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
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
