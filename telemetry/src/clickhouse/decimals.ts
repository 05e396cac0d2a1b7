/** A decimal that the engine sent as text, in units of its last place: `12.5` with nine places is 12500000000. */
export function scaled(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}
