/** `6h 57m 03s`, `25m 00s`, `41s`: to the second, also where it is long. */
export function exactTime(seconds: number): string {
  const all = Math.max(0, Math.round(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60]
  if (hours > 0) return `${hours}h ${two(minutes)}m ${two(all % 60)}s`
  return minutes > 0 ? `${minutes}m ${two(all % 60)}s` : `${all}s`
}
