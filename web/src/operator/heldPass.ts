/** The pass of the name that was chosen on this tablet, stored with the link that it is of. */
const place = 'packboard.pass'

/** Empty where none was chosen for this link. */
export function heldPass(link: string): string {
  const [ofLink, pass = ''] = localStorage.getItem(place)?.split(' ') ?? []
  return ofLink === link ? pass : ''
}

export function holdPass(link: string, pass: string) {
  if (pass === '') localStorage.removeItem(place)
  else localStorage.setItem(place, `${link} ${pass}`)
}
