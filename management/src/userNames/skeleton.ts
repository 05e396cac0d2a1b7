/**
 * Letters that look like Latin ones in the typefaces of screens, by their Latin look-alike: the part of the table of
 * Unicode (UTS 39, confusables) that people type, in lower case. NFKC has already made ASCII of full-width letters.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьЬ',
  c: 'сϲⅽ',
  d: 'ԁ',
  e: 'еєҽ',
  f: 'ϝ',
  g: 'ɡց',
  h: 'һհ',
  i: 'іιıɩ',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏ1|ǀ',
  n: 'пηո',
  o: 'оοσօ0',
  p: 'рρ',
  q: 'ԛզ',
  r: 'г',
  s: 'ѕꜱ',
  t: 'тτ',
  u: 'υսцʋ',
  v: 'ѵνⅴ',
  w: 'ѡωԝա',
  x: 'хχ',
  y: 'уγү',
  z: 'ζ',
  rn: 'mмm',
}

const latin = new Map(
  Object.entries(lookAlikes).flatMap(([to, from]) => [...from].map((each) => [each, to] as const)),
)

/** Two user names that look the same have the same skeleton. */
export function skeletonOf(username: string): string {
  const folded = username.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
  return [...folded].map((each) => latin.get(each) ?? each).join('')
}
