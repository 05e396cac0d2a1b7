/** A part of an e-mail's text: words, or words that lead somewhere. */
export type MailPiece = { readonly words: string; readonly link?: string }

/**
 * The text of an e-mail with its addresses as links. Pages of Packboard are opened on the address that this browser
 * uses, whatever the server calls itself.
 */
export function mailPieces(text: string): MailPiece[] {
  return text.split(/(https?:\/\/\S+)/).map((words, index) => {
    if (index % 2 === 0 || !URL.canParse(words)) return { words }
    const { pathname, search } = new URL(words)
    return { words, link: pathname.startsWith('/auth/') ? `${pathname}${search}` : words }
  })
}
