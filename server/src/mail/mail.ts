/** One e-mail: text alone, to one address. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** Sends e-mails to a mail server or to the local outbox; rejects on failure. */
export type MailSender = {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
