import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { limits } from '../http/limits.ts'
import type { MailSender } from './smtpSender.ts'

const kept = z.object({
  at: z.iso.datetime(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
})

/** An e-mail as the outbox keeps it. */
export type KeptMail = z.output<typeof kept>

/** The store of e-mails when there is no mail server (D49). */
export type KeptMails = MailSender & {
  /** The newest first. */
  mails(): readonly KeptMail[]
}

/** The outbox is one file in the data directory, one line of JSON for each of the newest 200 e-mails, for its owner alone. */
export async function openKeptMails(dataDir: string, now: () => number): Promise<KeptMails> {
  const file = join(dataDir, 'outbox.jsonl')
  let mails = await linesOf(file)
  let writing = Promise.resolve()

  async function write() {
    const text = mails.map((mail) => `${JSON.stringify(mail)}\n`).join('')
    const fresh = `${file}.new`
    await writeFile(fresh, text, { mode: 0o600 })
    await rename(fresh, file)
  }

  return {
    async send({ to, subject, text }) {
      mails = [...mails, { at: new Date(now()).toISOString(), to, subject, text }]
      mails = mails.slice(-limits.outboxMails)
      const done = writing.then(write)
      // One that failed does not stop the next.
      writing = done.catch(() => undefined)
      await done
    },
    mails: () => mails.toReversed(),
    close: () => writing,
  }
}

/** A line that is incomplete or was edited by hand is left out. */
async function linesOf(file: string): Promise<KeptMail[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    try {
      const { data } = kept.safeParse(JSON.parse(line))
      return data ? [data] : []
    } catch {
      return []
    }
  })
}
