import type { AlertForMessage } from '@packboard/management'
import { alertFacts, alertTitle, gravestFirst, severityWords, titleOfMany } from './alertWords.ts'
import type { Mail } from './smtpSender.ts'

type AlertMailParts = {
  readonly head: { readonly providerName: string; readonly publicUrl: string }
  readonly to: string
  readonly alerts: readonly AlertForMessage[]
  /** The token of the link of each alert, by its number. */
  readonly tokens: ReadonlyMap<string, string>
  /** A person with an account chooses how it is informed; an address does not. */
  readonly hasAccount: boolean
  readonly picture?: { readonly bytes: Buffer; readonly type: string } | undefined
}

/** So many alerts have lines of their own in one mail; the others are a number. */
const listed = 30

/** A mail about alerts: HTML for screens of any width, dark and light, and the same as text. */
export function alertMail(parts: AlertMailParts): Mail {
  const { head, to, alerts, picture } = parts
  const sorted = gravestFirst(alerts)
  const [gravest] = sorted
  const word = gravest ? severityWords[gravest.severity] : ''
  const shown = sorted.slice(0, listed)
  const more = sorted.length - shown.length
  return {
    to,
    subject: `${head.providerName}: ${gravest?.severity === 'info' ? '' : `${word}, `}${titleOfMany(sorted)}`,
    text: textOf(parts, shown, more),
    html: htmlOf(parts, shown, more),
    ...(picture && { picture }),
  }
}

const linkOf = ({ head, tokens }: AlertMailParts, { id }: AlertForMessage) =>
  `${head.publicUrl}/alert/${tokens.get(id) ?? ''}`

const footerOf = ({ head, hasAccount }: AlertMailParts): readonly [string, string?] =>
  hasAccount
    ? ['Choose how you are informed:', `${head.publicUrl}/admin/account#notifications`]
    : [
        `An administrator entered this address at ${head.providerName}. To get no further messages, speak to the administrator.`,
      ]

function textOf(parts: AlertMailParts, shown: readonly AlertForMessage[], more: number): string {
  const blocks = shown.map((alert) =>
    [
      `${severityWords[alert.severity].toUpperCase()} · ${oneLine(alertTitle(alert))}`,
      ...alertFacts(alert).map(([name, value]) => `${name}: ${oneLine(value)}`),
      ...(alert.text === '' ? [] : ['', alert.text]),
      '',
      'See it and acknowledge it, within 24 hours:',
      linkOf(parts, alert),
    ].join('\n'),
  )
  const [words, address] = footerOf(parts)
  return [
    ...blocks,
    ...(more > 0 ? [`And ${more} more: ${parts.head.publicUrl}`] : []),
    `--\n${words}${address === undefined ? '' : `\n${address}`}\n`,
  ].join('\n\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;',
  )

const colours = { critical: '#b42318', warning: '#8a5a00', info: '#175cd3' } as const
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"

/** Mail programs that know no rules for dark screens turn these colours round themselves. */
const darkRules = `@media (prefers-color-scheme: dark) {
.page { background: #101418 !important; }
.card { background: #1b2127 !important; border-color: #39424b !important; }
.strong { color: #f2f5f7 !important; }
.plain { color: #ccd4db !important; }
.weak { color: #9aa6b1 !important; }
.critical { color: #ff9c92 !important; }
.warning { color: #ffc861 !important; }
.info { color: #8fbcff !important; }
}`

function htmlOf(parts: AlertMailParts, shown: readonly AlertForMessage[], more: number): string {
  const [words, address] = footerOf(parts)
  const footer =
    address === undefined
      ? escaped(words)
      : `<a href="${escaped(address)}" class="weak" style="color:#5b6670">${escaped(words.replace(/:$/, ''))}</a>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(titleOfMany(shown))}</title><style>${darkRules}</style></head>
<body class="page" style="margin:0;padding:0;background:#f2f4f6;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f2f4f6"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="weak" style="padding:0 4px 10px;font-size:13px;color:#5b6670">${escaped(parts.head.providerName)}</td></tr>
${shown.map((alert) => cardOf(parts, alert)).join('\n')}
${more > 0 ? `<tr><td class="plain" style="padding:4px;font-size:15px;color:#38424b">And ${more} more: <a href="${escaped(parts.head.publicUrl)}">${escaped(parts.head.publicUrl)}</a></td></tr>` : ''}
<tr><td class="weak" style="padding:8px 4px;font-size:12px;line-height:18px;color:#5b6670">${footer}</td></tr>
</table></td></tr></table></body></html>
`
}

function cardOf(parts: AlertMailParts, alert: AlertForMessage): string {
  const facts = alertFacts(alert)
    .map(
      ([name, value]) =>
        `<tr><td class="weak" valign="top" style="padding:3px 12px 3px 0;font-size:14px;line-height:20px;color:#5b6670;white-space:nowrap">${escaped(name)}</td><td class="plain" style="padding:3px 0;font-size:14px;line-height:20px;color:#38424b;word-break:break-word">${escaped(value)}</td></tr>`,
    )
    .join('')
  const note =
    alert.text === ''
      ? ''
      : `<p class="plain" style="margin:10px 0 0;font-size:15px;line-height:22px;color:#38424b;white-space:pre-line">${escaped(alert.text)}</p>`
  const picture = parts.picture
    ? `<img src="cid:machine" alt="" width="120" style="display:block;width:120px;max-width:30%;height:auto;margin:0 0 10px;border-radius:6px">`
    : ''
  return `<tr><td style="padding:0 0 10px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="background:#ffffff;border:1px solid #d5dbe0;border-radius:8px"><tr><td style="padding:16px">
${picture}<div class="${alert.severity}" style="font-size:13px;font-weight:600;color:${colours[alert.severity]}">${severityWords[alert.severity]}</div>
<div class="strong" style="margin:2px 0 8px;font-size:19px;line-height:25px;font-weight:600;color:#12181d;word-break:break-word">${escaped(alertTitle(alert))}</div>
<table role="presentation" cellpadding="0" cellspacing="0">${facts}</table>${note}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:14px 0 0"><tr><td style="background:#175cd3;border-radius:6px"><a href="${escaped(linkOf(parts, alert))}" style="display:inline-block;padding:11px 18px;font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">See it and acknowledge it</a></td></tr></table>
</td></tr></table></td></tr>`
}

/** A mail by which a person sees that mails arrive. */
export const testMail = (
  { providerName, publicUrl }: AlertMailParts['head'],
  to: string,
): Mail => ({
  to,
  subject: `${providerName}: a test message`,
  text: [
    'Hello,',
    `this is a test. Alerts of ${providerName} reach you by e-mail.`,
    `Choose how you are informed:\n${publicUrl}/admin/account#notifications`,
  ].join('\n\n'),
})
