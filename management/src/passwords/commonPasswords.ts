/** The list of @zxcvbn-ts, read when it is first needed: unpacking takes a tenth of a second. */
let listed: Promise<ReadonlySet<string>> | undefined

export function commonPasswords(): Promise<ReadonlySet<string>> {
  listed ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  )
  return listed
}

/**
 * Whether a password is among those that are guessed first: on the list, in any case of its letters, also with digits and marks
 * before or after it, or typed several times. Few of the list are as long as a new password must be, so people lengthen one.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const list = await commonPasswords()
  const typed = password.normalize('NFKC').toLowerCase().trim()
  const bare = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return [typed, bare].some((form) => partsOf(form).some((part) => list.has(part)))
}

/** The text itself, and `monkey` of `monkeymonkey`. */
function partsOf(text: string): string[] {
  return Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1)).filter(
    (part) => part.repeat(text.length / part.length) === text,
  )
}
