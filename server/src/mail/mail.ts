/** One e-mail: text alone, to one address. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** Hands e-mails over, to a mail server or to the local outbox; rejects when that did not work. */
export type MailSender = {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
