import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OneClient } from '../../crud/OneClient.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { Loadable } from '../../ui/Loadable.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { EarlierFiles } from './EarlierFiles.tsx'
import { FileMapping } from './FileMapping.tsx'
import { FileResult } from './FileResult.tsx'
import { fileQueries, isOpen, isReading } from './fileQueries.ts'
import { ReadingFile } from './ReadingFile.tsx'
import styles from './RecordFiles.module.css'
import { UnfinishedUpload } from './UnfinishedUpload.tsx'

/** Records of the past from files: staff choose whose, others have their own client. */
export function RecordFilesView() {
  const say = useTexts('recordFiles')
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => <FilesOfClient clientId={clientId} />}
    </OneClient>
  )
}

function FilesOfClient({ clientId }: { clientId: number }) {
  const panel = useTexts('panel')
  const query = useQuery(fileQueries.list(clientId))
  /** The import whose result is shown; the newest that was followed here, or one of the list. */
  const [shown, show] = useState<number | null>(null)
  const [isUploading, setUploading] = useState(false)
  return (
    <Loadable query={query} emptyText={panel('notAvailable')} isEmpty={() => false} saysLoading>
      {({ files, machines }) => {
        const open = isUploading ? undefined : files.find(({ state }) => isOpen(state))
        const ended = files.filter(({ state }) => !isOpen(state))
        const result = open ? undefined : ended.find(({ id }) => id === shown)
        return (
          <div className={styles.parts}>
            {open === undefined ? (
              <ChooseFile
                {...{ clientId, setUploading }}
                uploaded={(id) => {
                  show(id)
                  return query.refetch()
                }}
              />
            ) : open.state === 'uploading' ? (
              <UnfinishedUpload {...{ clientId }} file={open} changed={query.refetch} />
            ) : isReading(open.state) ? (
              <ReadingFile {...{ clientId }} file={open} changed={query.refetch} />
            ) : (
              <FileMapping
                key={open.id}
                {...{ clientId, machines }}
                file={open}
                changed={() => {
                  show(open.id)
                  return query.refetch()
                }}
              />
            )}
            {result && (
              <FileResult
                key={result.id}
                {...{ clientId }}
                file={result}
                close={() => show(null)}
              />
            )}
            <EarlierFiles {...{ query, shown, show }} />
          </div>
        )
      }}
    </Loadable>
  )
}
