import type { ReportView } from './reportView.ts'

/** Where the links of a mail lead; `stop` is absent where there is nothing to stop. */
export type ReportLinks = { readonly page: string; readonly stop?: string | undefined }

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;',
  )

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const strong = 'color:#12181d'
const plain = 'color:#38424b'
const weak = 'color:#5b6670'
const rule = 'border-top:1px solid #e1e6ea'

/** Mail programs that know no rules for dark screens turn these colours round themselves. */
const rules = `@media (prefers-color-scheme: dark) {
.page { background: #101418 !important; }
.strong { color: #f2f5f7 !important; }
.plain { color: #ccd4db !important; }
.weak { color: #9aa6b1 !important; }
.rule { border-color: #39424b !important; }
.box { background: #1b2127 !important; border-color: #39424b !important; }
.track { background: #39424b !important; }
.bar { background: #ccd4db !important; }
.button { background: #f2f5f7 !important; }
.button a { color: #12181d !important; }
}
@media (max-width: 480px) {
.figure { display: block !important; width: auto !important; border-left: 0 !important; }
.head { display: block !important; text-align: left !important; padding-top: 4px !important; }
}`

const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"'

/** A report as a mail: tables and styles in place, no picture and no script, for screens of any width, light and dark. */
export function reportHtml(view: ReportView, links: ReportLinks): string {
  const { language, clientName, heading, span, machines, sentence, also } = view
  const foot = [...view.foot, view.why].map(escaped).join('<br>')
  const stop =
    links.stop === undefined
      ? ''
      : ` <a href="${escaped(links.stop)}" class="weak" style="${weak}">${escaped(view.stop)}</a>`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(view.subject)}</title><style>${rules}</style></head>
<body class="page" style="margin:0;padding:0;background:#ffffff;${font}">
<table ${table} class="page" style="background:#ffffff"><tr><td align="center" style="padding:0 16px">
<table ${table} style="max-width:568px">
<tr><td style="padding:20px 0 18px"><table ${table}><tr>
<td class="strong head" style="font-size:17px;font-weight:600;${strong}">${escaped(clientName)}</td>
<td class="weak head" align="right" style="font-size:14px;line-height:20px;${weak}">${escaped(heading)}<br>${escaped(span)}</td>
</tr></table></td></tr>
<tr><td class="rule" style="padding:22px 0 0;${rule}">
<h1 class="strong" style="margin:0;font-size:23px;line-height:31px;font-weight:600;${strong};word-break:break-word">${escaped(view.correction ? view.subject : sentence)}</h1>
${also === '' ? '' : paragraph(also)}${machines === '' ? '' : paragraph(machines)}
${correction(view)}
${figures(view)}
</td></tr>
${stories(view)}
${questions(view)}
${handOver(view)}
<tr><td style="padding:24px 0 28px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td class="button" style="background:#12181d;border-radius:8px"><a href="${escaped(links.page)}" style="display:inline-block;padding:12px 20px;font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(view.openPage)}</a></td>
<td class="weak" style="padding-left:16px;font-size:14px;${weak}">${escaped(view.openPageHint)}</td>
</tr></table></td></tr>
<tr><td class="weak rule" style="padding:18px 0 28px;font-size:13px;line-height:19px;${weak};${rule}">${foot}${stop}</td></tr>
</table></td></tr></table></body></html>
`
}

const paragraph = (text: string) =>
  `<p class="plain" style="margin:8px 0 0;font-size:15px;line-height:22px;${plain}">${escaped(text)}</p>`

const title = (text: string, sub: string) =>
  `<h2 class="strong" style="margin:0 0 10px;font-size:17px;line-height:24px;font-weight:600;${strong}">${escaped(text)} <span class="weak" style="font-size:13px;font-weight:400;${weak}">${escaped(sub)}</span></h2>`

function correction({ correction: found }: ReportView): string {
  if (!found) return ''
  return paragraph(found.lead) + found.rows.map(paragraph).join('')
}

function figures({ figures: list }: ReportView): string {
  const cells = list.map(({ name, value, beside, share }, index) => {
    const line = index === 0 ? '' : 'border-left:1px solid #e1e6ea;'
    const bar =
      share === null
        ? ''
        : `<table ${table} style="margin-top:5px"><tr><td class="bar" style="background:#4b555e;height:6px;font-size:0;line-height:0" width="${percentOf(share)}%">&nbsp;</td><td class="track" style="background:#e1e6ea;height:6px;font-size:0;line-height:0">&nbsp;</td></tr></table>`
    return `<td class="figure rule" valign="top" style="${line}padding:12px 14px"><div class="weak" style="font-size:13px;line-height:18px;${weak}">${escaped(name)}</div><div class="strong" style="font-size:19px;line-height:26px;font-weight:600;${strong};white-space:nowrap">${escaped(value)}</div>${beside === '' ? '' : `<div class="plain" style="font-size:13px;line-height:18px;${plain}">${escaped(beside)}</div>`}${bar}</td>`
  })
  return `<table ${table} class="box" style="margin:20px 0 0;background:#f5f7f9;border:1px solid #e1e6ea;border-radius:8px"><tr>${cells.join('')}</tr></table>`
}

/** Whole percents of a bar, from 1 to 99: a cell without width would be drawn as wide as its content. */
const percentOf = (share: number) => Math.min(99, Math.max(1, Math.round(100 * share)))

function stories({ stories: { title: name, sub, none, rows, lostWord } }: ReportView): string {
  const lines = rows.map(
    ({ what, when, reason, known, lost }, index) =>
      `<tr><td class="rule strong" valign="top" width="30" style="padding:12px 0;font-size:14px;line-height:21px;font-weight:600;${strong};${rule}">${index + 1}</td><td class="rule" valign="top" style="padding:12px 8px 12px 0;${rule}"><div class="strong" style="font-size:15px;line-height:21px;font-weight:600;${strong};word-break:break-word">${escaped(what)}</div><div class="plain" style="font-size:15px;line-height:21px;${plain}">${[escaped(`${when}.`), escaped(known), reason === '' ? '' : `<b>${escaped(reason)}.</b>`].filter((part) => part !== '').join(' ')}</div></td><td class="rule" valign="top" align="right" style="padding:12px 0;${rule};white-space:nowrap"><div class="strong" style="font-size:15px;line-height:21px;font-weight:600;${strong}">${escaped(lost)}</div><div class="weak" style="font-size:13px;${weak}">${escaped(lostWord)}</div></td></tr>`,
  )
  const body = rows.length === 0 ? paragraph(none) : `<table ${table}>${lines.join('')}</table>`
  return `<tr><td style="padding:26px 0 0">${title(name, sub)}${body}</td></tr>`
}

function questions({ questions: { title: name, sub, rows, more } }: ReportView): string {
  const lines = rows.map(
    ({ machine, what }) =>
      `<p class="plain" style="margin:0;font-size:15px;line-height:23px;${plain}"><b class="strong" style="${strong}">${escaped(machine)}</b> ${escaped(what)}</p>`,
  )
  return `<tr><td style="padding:26px 0 0">${title(name, sub)}${lines.join('')}${more === '' ? '' : paragraph(more)}</td></tr>`
}

function handOver({ handOver: { title: name, notes, signatures } }: ReportView): string {
  if (notes.length === 0 && signatures.length === 0) return ''
  const lines = notes.map(
    ({ by, text }) =>
      `<p class="plain rule" style="margin:0;padding-left:14px;border-left:3px solid #e1e6ea;font-size:15px;line-height:22px;${plain};white-space:pre-line;word-break:break-word">${by === '' ? '' : `<b class="strong" style="${strong}">${escaped(by)}</b> `}${escaped(text)}</p>`,
  )
  const signed = signatures.length === 0 ? '' : paragraph(signatures.join(' '))
  return `<tr><td style="padding:26px 0 0">${title(name, '')}${lines.join('')}${signed}</td></tr>`
}

/** The same as text. */
export function reportText(view: ReportView, links: ReportLinks): string {
  const { stories: cost, questions: open, handOver: over } = view
  const blocks = [
    `${view.clientName}\n${view.heading}, ${view.span}`,
    [view.correction ? view.subject : view.sentence, view.also, view.machines]
      .filter((line) => line !== '')
      .join('\n'),
    ...(view.correction ? [[view.correction.lead, ...view.correction.rows].join('\n')] : []),
    view.figures
      .map(({ name, value, beside }) => `${name}: ${value}${beside === '' ? '' : `, ${beside}`}`)
      .join('\n'),
    [
      `${cost.title}${cost.sub === '' ? '' : ` (${cost.sub})`}`,
      ...(cost.rows.length === 0 ? [cost.none] : []),
      ...cost.rows.map(
        ({ what, when, reason, known, lost }, index) =>
          `${index + 1}. ${what}, ${when}. ${lost} ${cost.lostWord}.${[known, reason]
            .filter((part) => part !== '')
            .map((part) => ` ${part}`)
            .join('')}`,
      ),
    ].join('\n'),
    [
      `${open.title} (${open.sub})`,
      ...open.rows.map(({ machine, what }) => `${machine} ${what}`),
      ...(open.more === '' ? [] : [open.more]),
    ].join('\n'),
    ...(over.notes.length + over.signatures.length === 0
      ? []
      : [
          [
            over.title,
            ...over.notes.map(({ by, text }) => (by === '' ? text : `${by}: ${text}`)),
            ...over.signatures,
          ].join('\n'),
        ]),
    `${view.openPage}:\n${links.page}`,
    [
      '--',
      ...view.foot,
      view.why,
      ...(links.stop === undefined ? [] : [`${view.stop}: ${links.stop}`]),
    ].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}
