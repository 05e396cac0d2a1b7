import { AppError } from '@packboard/model'
import { openToAll } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** How long the file is good: a scanner takes one that has expired for forgotten, and a year is the most (RFC 9116). */
const validDays = 180

/**
 * Where a person reports a weakness of this installation. The contact is configuration; without it the page on reporting in the
 * documentation of the installation itself, which a file of this kind may name by https only. Where neither is known there is no file.
 */
export function securityTxtRoute(app: App, { config, now }: Pick<Deps, 'config' | 'now'>) {
  app.route({
    method: 'GET',
    url: '/.well-known/security.txt',
    config: { policy: openToAll },
    schema: { hide: true },
    handler: (_request, reply) => {
      const { publicUrl, securityContact } = config
      const secure = publicUrl?.startsWith('https:') ? publicUrl : undefined
      const page = secure && `${secure}/docs/security.html#report-a-weakness`
      const contact = securityContact ?? page
      if (contact === undefined) throw new AppError('page.notFound')
      const expires = new Date(now() + validDays * 86_400_000)
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}`,
        ...(page ? [`Policy: ${page}`, `Canonical: ${secure}/.well-known/security.txt`] : []),
      ]
      return reply
        .header('cache-control', 'no-cache')
        .type('text/plain; charset=utf-8')
        .send(`${lines.join('\n')}\n`)
    },
  })
}
