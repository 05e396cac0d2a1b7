/** The pass of the name that was chosen on this tablet, stored with the link that it is of. */
const place = 'packboard.pass'

export type HeldPass = {
  /** Empty where none was chosen for this link. */
  readonly pass: string
  /** Another name is to be chosen. The pass is still sent with it: it says that the PIN was entered on this tablet. */
  readonly isLeft: boolean
}

export function heldPass(link: string): HeldPass {
  const [ofLink, pass = '', left] = localStorage.getItem(place)?.split(' ') ?? []
  return ofLink === link ? { pass, isLeft: left !== undefined } : { pass: '', isLeft: false }
}

export function holdPass(link: string, { pass, isLeft }: HeldPass) {
  localStorage.setItem(place, [link, pass, ...(isLeft ? ['left'] : [])].join(' '))
}
