import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { type ExportTable, exportFile } from '@packboard/contract'
import { type RefObject, useState } from 'react'
import { CallFailed, callForFile, failureText, type Question } from '../api/call.ts'
import type { TakePicture } from '../charts/Drawing.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle, IconDownload } from '../icons/icons.ts'
import { isPageOpen, printPage } from '../shell/print/printPage.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { captionPicture } from './captionPicture.ts'
import styles from './ExportMenu.module.css'
import { saveFile } from './saveFile.ts'

const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]

/** What is exported: the same filter that the table or chart shows. */
export type ExportQuestion = Question<typeof exportFile>['query']

/** Exports a table or the data of a chart as CSV or XLSX, and a chart as a picture. */
export function ExportMenu({
  table,
  name,
  question,
  picture,
  about = '',
}: {
  table: ExportTable
  /** The title of the table or chart, because a screen reader does not show which heading the menu stands beside. */
  name: string
  /** Null where no filter selects these rows; then only a picture can be exported. */
  question: ExportQuestion | null
  /** Draws the chart; without it there is no picture. */
  picture?: RefObject<TakePicture | null> | undefined
  /** The line under a picture's title: machine, hours, zone. */
  about?: string
}) {
  const say = useTexts('fileExport')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const take = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const takeFile = (query: ExportQuestion, format: Format) =>
    take(async () => {
      const file = await callForFile(exportFile, { params: { table, format }, query })
      saveFile(file.name ?? `${table}.${format}`, file.content)
    })
  const takePicture = () =>
    take(async () => {
      const drawn = picture?.current?.()
      const content = await new Promise<Blob | null>((done) => {
        if (drawn) captionPicture(drawn, name, about).toBlob(done, 'image/png')
        else done(null)
      })
      if (!content) throw new CallFailed(0, say('noChart'))
      saveFile(`${table}.png`, content)
    })
  return (
    <span className={styles.export}>
      {failure && (
        <span role="alert" className={styles.failed}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          {failure}
        </span>
      )}
      <Menu
        position="bottom-end"
        offset={6}
        shadow="none"
        keepMounted={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <button
            type="button"
            className={styles.button}
            aria-label={say('exportOf', { name })}
            title={say('exportOf', { name })}
            aria-busy={busy}
            disabled={busy}
          >
            {busy ? <Spinner turning /> : <IconDownload size={18} stroke={1.75} />}
          </button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu} aria-label={say('exportOf', { name })}>
          {question &&
            formats.map((format) => (
              <Menu.Item
                key={format}
                className={styles.item}
                onClick={() => takeFile(question, format)}
              >
                {format.toUpperCase()}
              </Menu.Item>
            ))}
          {picture && (
            <Menu.Item className={styles.item} onClick={takePicture}>
              PNG
            </Menu.Item>
          )}
          <PrintItem />
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}

/** Made when the menu is opened: by then it is known whether this table stands in a window over the page. */
function PrintItem() {
  const say = useTexts('fileExport')
  if (!isPageOpen()) return null
  return (
    <Menu.Item className={styles.item} onClick={printPage}>
      {say('print')}
    </Menu.Item>
  )
}
