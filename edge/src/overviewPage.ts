import { createHash } from 'node:crypto'
import { machineStates } from '@packboard/model'
import type { EdgeStatus } from './edgeStatus.ts'
import { type OverviewLanguage, overviewTexts } from './overviewTexts.ts'

/** How often the page loads itself again. */
const refreshSeconds = 5
/** A clock that is closer to that of the server is right (D9). */
const clockTolerance = 5_000
/** Machines that are silent for longer are shown pale. */
const silentMs = 120_000

const style = `
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
body { margin: 0 auto; max-width: 64rem; padding: 1rem }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; justify-content: space-between }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem }
small { color: light-dark(#555, #aaa) }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0 }
dl div { border: 1px solid light-dark(#ccc, #444); border-radius: .5rem; padding: .6rem .8rem }
dt { font-size: .85rem; color: light-dark(#555, #aaa) } dd { margin: 0; font-size: 1.2rem; font-variant-numeric: tabular-nums }
.wrap { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .45rem .6rem; border-bottom: 1px solid light-dark(#ddd, #333) }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums } tr.silent td { color: light-dark(#666, #999) }
.bad { border-left: .3rem solid #c62828; padding: .6rem .8rem; background: light-dark(#fdecea, #3b1715) }
.ok { color: light-dark(#1b6e3c, #6fd398) } .not { color: light-dark(#b3261e, #ff8a80) }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing but the page itself and its own style. */
export const overviewPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** The page of an edge recorder: what its machines said last, and what of it the central server has. It runs no script. */
export function overviewPage(status: EdgeStatus, language: OverviewLanguage): string {
  const say = overviewTexts[language]
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const { queue, connection, counts } = status
  const figure = (name: string, value: string, kind = '') =>
    `<div><dt>${name}</dt><dd${kind && ` class="${kind}"`}>${value}</dd></div>`
  const ageOf = (at: number | null) => (at === null ? '–' : age(status.now - at, language))
  const state = (code: number | null) =>
    asText(
      machineStates.find((one) => one.code === code)?.name ?? (code === null ? '–' : `${code}`),
    )
  const machines = status.machines.map(
    ({ serialNo, at, state: code, speedPpm, packs }) =>
      `<tr${status.now - at > silentMs ? ' class="silent"' : ''}><th scope="row">${asText(serialNo)}</th><td>${state(code)}</td>` +
      `<td class="n">${speedPpm === null ? '–' : number.format(speedPpm)}</td>` +
      `<td class="n">${packs === null ? '–' : number.format(packs)}</td><td class="n">${ageOf(at)}</td></tr>`,
  )
  const kept = status.kept.map(
    ({ serialNo, receivedAt, reason }) =>
      `<tr><th scope="row">${asText(serialNo || '–')}</th><td>${asText(reason)}</td><td class="n">${ageOf(receivedAt)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${refreshSeconds}"><title>${asText(status.name)} · ${say.title}</title><style>${style}</style></head>
<body><header><h1>${asText(status.name)}</h1><small>${say.title} · Packboard ${asText(status.version)}</small></header>
<main>${queue.isFull ? `<p class="bad" role="alert">${say.full}</p>` : ''}
<dl>${figure(say.connection, say[connection.state], connection.state === 'connected' ? 'ok' : 'not')}
${figure(say.queue, number.format(queue.records))}
${figure(say.oldest, ageOf(queue.oldestAt))}
${figure(say.buffer, `${number.format((queue.bytes / queue.maxBytes) * 100)} %`)}
${figure(say.clock, clock(connection.clockOffsetMs))}</dl>
${connection.detail ? `<p>${asText(connection.detail)}</p>` : ''}
<h2>${say.machines}</h2>
${
  machines.length === 0
    ? `<p>${say.none}</p>`
    : `<div class="wrap"><table><thead><tr><th scope="col">${say.machine}</th><th scope="col">${say.state}</th><th scope="col" class="n">${say.speed}</th><th scope="col" class="n">${say.packs}</th><th scope="col" class="n">${say.age}</th></tr></thead><tbody>${machines.join('')}</tbody></table></div>`
}
<h2>${say.counts}</h2>
<dl>${figure(say.received, number.format(counts.received))}${figure(say.accepted, number.format(counts.accepted))}
${figure(say.duplicate, number.format(counts.duplicate))}${figure(say.quarantined, number.format(counts.quarantined))}</dl>
${
  kept.length === 0
    ? ''
    : `<h2>${say.kept}</h2><div class="wrap"><table><thead><tr><th scope="col">${say.machine}</th><th scope="col">${say.reason}</th><th scope="col" class="n">${say.age}</th></tr></thead><tbody>${kept.join('')}</tbody></table></div>`
}</main></body></html>`

  /** Where the clock of this machine stands beside that of the server. */
  function clock(offsetMs: number | null): string {
    if (offsetMs === null) return '–'
    if (Math.abs(offsetMs) <= clockTolerance) return say.clockSame
    return `${age(Math.abs(offsetMs), language)} ${offsetMs > 0 ? say.behind : say.ahead}`
  }
}

/** A duration in its largest unit. */
function age(ms: number, language: OverviewLanguage): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const [value, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7_200
        ? [Math.round(seconds / 60), 'minute']
        : seconds < 172_800
          ? [Math.round(seconds / 3_600), 'hour']
          : [Math.round(seconds / 86_400), 'day']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    value,
  )
}

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** What machines and servers sent is text, never code. */
const asText = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? '')
