import type { ReportView } from './reportView.ts'

/** A node of the tree that pdfmake lays out. */
type Content = string | { readonly [name: string]: unknown }

const ink = '#12181d'
const dim = '#5b6670'
const line = '#d5dbe0'
/** A4 less its margins, in points. */
const width = 515
const margin = 40

/** One page of A4 in portrait: what the mail says, and the deviation from target. Five stories and ten questions leave room. */
export function reportPdf(view: ReportView): object {
  return {
    pageSize: 'A4',
    pageMargins: [margin, margin, margin, 64],
    info: { title: view.subject, author: view.clientName, creator: 'Packboard' },
    defaultStyle: { font: 'Roboto', fontSize: 9, color: ink, lineHeight: 1.15 },
    footer: () => footer(view),
    content: [
      {
        columns: [
          { text: view.clientName, bold: true, fontSize: 12 },
          { text: `${view.heading}   ${view.span}`, alignment: 'right', color: dim },
        ],
      },
      ruleOf(6, 12, 1, ink),
      { text: view.correction ? view.subject : view.sentence, bold: true, fontSize: 16 },
      ...some(view.also, { color: dim, margin: [0, 4, 0, 0] }),
      ...some(view.machines, { color: dim, margin: [0, 4, 0, 0] }),
      ...(view.correction
        ? [view.correction.lead, ...view.correction.rows].flatMap((text) => some(text, {}))
        : []),
      figures(view),
      ...deviation(view),
      ...stories(view),
      ...questions(view),
      ...handOver(view),
    ],
  }
}

const some = (text: string, style: object): Content[] => (text === '' ? [] : [{ text, ...style }])

const ruleOf = (above: number, below: number, lineWidth: number, lineColor: string): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth, lineColor }],
  margin: [0, above, 0, below],
})

const title = (text: string, sub: string): Content => ({
  text: [
    { text, bold: true, fontSize: 10.5 },
    { text: `  ${sub}`, color: dim, fontSize: 8 },
  ],
  margin: [0, 12, 0, 3],
})

function figures({ figures: list }: ReportView): Content {
  return {
    margin: [0, 10, 0, 0],
    table: {
      widths: list.map(() => '*'),
      body: [
        list.map(({ name, value, beside }) => ({
          stack: [
            { text: name, color: dim, fontSize: 7.5 },
            { text: value, bold: true, fontSize: 12 },
            { text: beside, fontSize: 7.5 },
          ],
          margin: [2, 3, 2, 3],
        })),
      ],
    },
    layout: {
      hLineColor: () => line,
      vLineColor: () => line,
      hLineWidth: () => 0.7,
      vLineWidth: () => 0.7,
    },
  }
}

const chart = { width: 430, height: 70 }

/** The deviation from target over the shift: the straight line is the target. */
function deviation({ deviation: found }: ReportView): Content[] {
  const first = found?.points[0]
  const last = found?.points.at(-1)
  if (!found || !first || !last || last.at <= first.at) return []
  const packs = found.points.map((point) => point.packs)
  const [most, least] = [Math.max(0, ...packs), Math.min(0, ...packs)]
  const span = most - least || 1
  const x = (at: number) => (chart.width * (at - first.at)) / (last.at - first.at)
  const y = (value: number) => (chart.height * (most - value)) / span
  const points = found.points.map((point) => ({ x: x(point.at), y: y(point.packs) }))
  return [
    title(found.title, `${found.from} – ${found.to}`),
    {
      columns: [
        {
          width: chart.width + 6,
          canvas: [
            {
              ...{ type: 'line', x1: 0, y1: y(0), x2: chart.width, y2: y(0), lineWidth: 0.7 },
              ...{ dash: { length: 2 }, lineColor: dim },
            },
            { type: 'polyline', points, lineWidth: 1.4, lineColor: ink },
          ],
        },
        {
          text: found.end,
          bold: true,
          margin: [0, Math.min(chart.height - 6, y(last.packs)), 0, 0],
        },
      ],
    },
  ]
}

const lines = {
  hLineWidth: (index: number) => (index === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => line,
  paddingLeft: () => 0,
  paddingRight: () => 6,
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
}

function stories({ stories: { title: name, sub, none, rows } }: ReportView): Content[] {
  if (rows.length === 0) return [title(name, ''), { text: none }]
  const body = rows.map(({ what, when, reason, known, lost }, index): Content[] => [
    { text: String(index + 1), bold: true },
    {
      text: [
        { text: `${what}  `, bold: true },
        { text: [when, reason].filter((part) => part !== '').join(', '), color: dim },
        { text: known === '' ? '' : `\n${known}`, fontSize: 8 },
      ],
    },
    { text: lost, bold: true, alignment: 'right' },
  ])
  return [title(name, sub), { table: { widths: [14, '*', 70], body }, layout: lines }]
}

function questions({ questions: { title: name, sub, rows, more } }: ReportView): Content[] {
  const body = rows.map(({ machine, what }): Content[] => [{ text: machine, bold: true }, what])
  return [
    title(name, sub),
    ...(body.length === 0 ? [] : [{ table: { widths: [80, '*'], body }, layout: lines }]),
    ...some(more, { color: dim }),
  ]
}

/** So many characters of notes fit on the page; the mail has all of them. */
const noteCharacters = 700

function handOver({ handOver: { title: name, notes, signatures } }: ReportView): Content[] {
  if (notes.length === 0 && signatures.length === 0) return []
  const text = notes.map(({ by, text: note }) => (by === '' ? note : `${by}: ${note}`)).join('\n')
  const shown = [...text]
  const cut = shown.length > noteCharacters ? `${shown.slice(0, noteCharacters).join('')}…` : text
  return [title(name, ''), ...some(cut, {}), ...some(signatures.join(' '), { color: dim })]
}

const footer = ({ foot, why, pageOf }: ReportView): Content => ({
  margin: [margin, 6, margin, 0],
  fontSize: 7,
  color: dim,
  columns: [{ text: [...foot, why].join('\n') }, { text: pageOf, width: 40, alignment: 'right' }],
})
