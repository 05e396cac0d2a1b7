/** The parts of an e-mail as it arrived, by their type: words decoded, files as bytes. */
export function mailParts(raw: string): ReadonlyMap<string, Buffer> {
  const parts = new Map<string, Buffer>()
  const visit = (text: string) => {
    const [head = '', ...rest] = text.split(/\r?\n\r?\n/)
    const body = rest.join('\r\n\r\n')
    const boundary = /boundary="([^"]+)"/.exec(head)?.[1]
    if (boundary !== undefined) {
      for (const part of body.split(`--${boundary}`).slice(1, -1)) visit(part.trimStart())
      return
    }
    const type = /content-type:\s*([\w/.+-]+)/i.exec(head)?.[1] ?? 'text/plain'
    const encoding = /content-transfer-encoding:\s*([\w-]+)/i.exec(head)?.[1]?.toLowerCase()
    parts.set(type, decoded(body, encoding))
  }
  visit(raw)
  return parts
}

function decoded(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'utf8')
  const text = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}

/** The subject of an e-mail, decoded (RFC 2047). */
export function subjectOf(raw: string): string {
  const line = /^subject:\s*((?:.*)(?:\r?\n[ \t].*)*)/im.exec(raw)?.[1] ?? ''
  return line
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/\r?\n[ \t]/g, ' ')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decoded(text.replaceAll('_', ' '), 'quoted-printable').toString('utf8'),
    )
}
