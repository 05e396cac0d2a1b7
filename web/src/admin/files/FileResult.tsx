import { Button } from '@mantine/core'
import type { RecordFileRow } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/useTexts.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Counts } from './Counts.tsx'
import { fileQueries } from './fileQueries.ts'
import { faultWord } from './fileWords.ts'
import { RefusedLines } from './RefusedLines.tsx'

/** How an import ended. */
export function FileResult({
  clientId,
  file,
  close,
}: {
  clientId: number
  file: RecordFileRow
  close: () => void
}) {
  const say = useTexts('recordFiles')
  const { data } = useQuery(fileQueries.one(clientId, file))
  const fault = faultWord(say, file)
  return (
    <Panel
      title={file.name}
      sub={say(`state.${file.state}`)}
      actions={
        <Button variant="default" size="xs" onClick={close}>
          {say('close')}
        </Button>
      }
    >
      {fault !== null && <ErrorNote>{fault}</ErrorNote>}
      {/* Of a file that was refused at once no line was read. */}
      {(fault === null || file.rows > 0) && <Counts counts={file} isDry={false} />}
      {data && <RefusedLines {...{ clientId }} fileId={file.id} lines={data.lines} />}
    </Panel>
  )
}
