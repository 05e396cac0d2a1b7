import { keep, kept } from '../../session/kept.ts'

const most = 5

/** The entries that this user chose last in this browser, the newest first. */
export function recentChoices(): readonly string[] {
  try {
    const read: unknown = JSON.parse(kept('recent') ?? '[]')
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

export function rememberChoice(id: string) {
  keep(
    'recent',
    JSON.stringify([id, ...recentChoices().filter((each) => each !== id)].slice(0, most)),
  )
}
