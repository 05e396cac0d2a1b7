import type { ReportContent } from '@packboard/contract'
import { formatDateTime, type Language } from '@packboard/model'
import { sayIn } from '@packboard/model/texts'
import type { Cell, Table } from '../../export/table.ts'
import { writeTable } from '../../export/writeTable.ts'
import { causeIn } from './reportView.ts'

/** The figures of a report as a workbook: the numbers themselves, not their words. */
export async function reportWorkbook(content: ReportContent, language: Language): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeTable('xlsx', reportTable(content, language))) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Its rows: the figures first, then the stops that cost most. */
export function reportTable(content: ReportContent, language: Language): Table {
  const say = sayIn(language, 'reportMail')
  const sayPage = sayIn(language, 'shiftPage')
  const { page, from, to, zone, clientName, name, reasons, dueStopSeconds } = content
  const { figures } = page
  const { metrics } = figures
  const percent = say('percentUnit')
  const seconds = say('secondsUnit')
  const packs = sayPage('packsUnit')
  const nameOf = new Map(reasons.map((one) => [one.id, one.name]))
  const figure = (what: string, value: Cell, unit: string): Cell[] => [what, value, unit]
  const rows: Cell[][] = [
    figure(clientName, content.machines === '' ? name : `${name} ${content.machines}`.trim(), ''),
    figure(say('begin'), formatDateTime(from, zone), zone),
    figure(say('end'), formatDateTime(to, zone), zone),
    figure(sayPage('packs'), figures.made, packs),
    figure(say('target'), figures.ofShift, packs),
    figure(sayPage('oeee'), metrics.OEEE, percent),
    figure(say('availability'), metrics.availability, percent),
    figure(say('performance'), metrics.performance, percent),
    figure(say('quality'), metrics.quality, percent),
    figure(sayPage('stopTime'), figures.stopSeconds, seconds),
    figure(sayPage('rejects'), metrics.rejects, packs),
    figure(sayPage('lostPacks'), figures.lostPacks, packs),
    figure(
      sayPage('withoutReason', { count: figures.stopsWithoutReason }),
      figures.secondsWithoutReason,
      seconds,
    ),
    figure(
      sayPage('withoutReason', { count: figures.stopsWithoutReason }),
      dueStopSeconds > 0 ? (100 * figures.secondsWithoutReason) / dueStopSeconds : null,
      percent,
    ),
    figure(say('observed'), metrics.coverage, percent),
    [],
    [
      ...[say('machine'), say('start'), say('length'), sayPage('lostPacks')],
      ...[say('cause'), say('reason')],
    ],
    ...page.stories.map((story): Cell[] => [
      ...[story.machineId, formatDateTime(story.start, zone), story.seconds, story.lostPacks],
      causeIn(language, story),
      story.reasons.flatMap((id) => nameOf.get(id) ?? []).join(', '),
    ]),
  ]
  return {
    title: content.kind === 'week' ? say('week') : say('day'),
    columns: [say('figure'), say('value'), say('unit')],
    pages: onePage(rows),
  }
}

async function* onePage(rows: readonly (readonly Cell[])[]) {
  yield rows
}
