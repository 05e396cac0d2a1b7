import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { type ExportTable, exportFile } from '@packboard/contract'
import { type RefObject, useState } from 'react'
import { CallFailed, callForFile, failureText, type Question } from '../api/call.ts'
import type { TakePicture } from '../charts/Drawing.tsx'
import { inPageSizes, wrapWords } from '../charts/wrapWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle, IconDownload } from '../icons/icons.ts'
import { isPageOpen, printPage } from '../shell/print/printPage.ts'
import { paint } from '../theme/paint.ts'
import { Spinner } from '../ui/Loadable.tsx'
import { saveFile } from '../ui/saveFile.ts'
import styles from './ExportMenu.module.css'

const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]

/** What is exported: the same filter that the table or chart shows. */
type ExportQuestion = Question<typeof exportFile>['query']

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
          <IconAlertTriangle size={16} />
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
            data-export
            aria-label={say('exportOf', { name })}
            title={say('exportOf', { name })}
            aria-busy={busy}
            disabled={busy}
          >
            {busy ? <Spinner turning /> : <IconDownload size={18} />}
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

const face = '"Inter Variable", Inter, system-ui, sans-serif'
const margin = 16
/** A ring is narrower than its caption. */
const narrowest = 360

/**
 * A chart as it is drawn, with a caption: a picture in an e-mail still shows its machine, its hours and
 * their zone. Sizes are those of the page; the picture has as many pixels for each as the chart has.
 */
function captionPicture(drawn: HTMLCanvasElement, title: string, about: string): HTMLCanvasElement {
  const picture = document.createElement('canvas')
  const pen = picture.getContext('2d')
  // Without a canvas context the chart is exported without its caption.
  if (!pen) return drawn
  const { ratio, width: chartWidth } = inPageSizes(drawn)
  const width = Math.max(chartWidth, narrowest) + 2 * margin
  const lines = [
    ...linesOf(pen, title, `600 16px ${face}`, 24, paint('var(--text-1)'), width),
    ...linesOf(pen, about, `500 12px ${face}`, 18, paint('var(--text-3)'), width),
  ]
  const top = margin + lines.reduce((sum, { height }) => sum + height, 0) + 12
  picture.width = Math.ceil(width * ratio)
  picture.height = Math.ceil((top + margin) * ratio) + drawn.height
  pen.fillStyle = paint('var(--card)')
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.drawImage(drawn, Math.round(((width - chartWidth) / 2) * ratio), Math.round(top * ratio))
  pen.scale(ratio, ratio)
  pen.textBaseline = 'middle'
  let y = margin
  for (const { words, font, height, colour } of lines) {
    pen.font = font
    pen.fillStyle = colour
    pen.fillText(words, margin, y + height / 2)
    y += height
  }
  return picture
}

function linesOf(
  pen: CanvasRenderingContext2D,
  text: string,
  font: string,
  height: number,
  colour: string,
  width: number,
) {
  pen.font = font
  const widthOf = (words: string) => pen.measureText(words).width
  return wrapWords(text, width - 2 * margin, widthOf).map((words) => ({
    words,
    font,
    height,
    colour,
  }))
}
