import { type Reason, reasonLimits } from './reasons.ts'

/** Why reasons cannot be stored, where, and as a sentence of the server. */
export type ReasonFault = { readonly at: string; readonly message: string }

/** The first reason why a list of reasons is no tree of two levels in which an alarm and a state have one owner. */
export function findReasonFault(reasons: readonly Reason[]): ReasonFault | null {
  if (reasons.length > reasonLimits.reasons) {
    const message = `A client has at most ${reasonLimits.reasons} reasons.`
    return { at: 'reasons', message }
  }
  const byId = new Map(reasons.map((reason) => [reason.id, reason]))
  const names = new Set<string>()
  const owners = new Map<string, Reason>()
  const seen = new Set<string>()
  for (const [index, reason] of reasons.entries()) {
    const { id, parent, name } = reason
    const fault = (field: string, message: string) => ({ at: `reasons.${index}.${field}`, message })
    if (seen.has(id)) return fault('id', `${name.en} has the id of another reason.`)
    seen.add(id)
    if (parent !== null) {
      const above = byId.get(parent)
      if (above === undefined) return fault('parent', `There is no reason above ${name.en}.`)
      if (above.parent !== null || parent === id) {
        return fault('parent', `${name.en} cannot be below ${above.name.en}: there are two levels.`)
      }
    }
    if (reason.overrunSeconds !== null && !reason.planned) {
      return fault('overrunSeconds', `${name.en} is unplanned and cannot be overrun.`)
    }
    if (reason.retired) continue
    const key = `${parent ?? ''} ${name.en.toLowerCase()}`
    if (names.has(key)) return fault('name.en', `There are two reasons named ${name.en}.`)
    names.add(key)
    const signs = [
      ...reason.alarms.map(({ kind, value }) => ({
        field: 'alarms',
        key: `${kind} ${value}`,
        value,
      })),
      ...reason.states.map((code) => ({ field: 'states', key: `state ${code}`, value: `${code}` })),
    ]
    for (const sign of signs) {
      const owner = owners.get(sign.key)
      if (owner !== undefined) {
        const both = owner === reason ? `twice of ${name.en}` : `of ${owner.name.en} and ${name.en}`
        return fault(sign.field, `${sign.value} is ${both}.`)
      }
      owners.set(sign.key, reason)
    }
  }
  return null
}

/** The tree in the one order in which it is stored and shown: each reason before those below it, by rank, then by name. */
export function reasonsInOrder<Given extends Reason>(reasons: readonly Given[]): Given[] {
  const sorted = reasons.toSorted(
    (a, b) => a.rank - b.rank || byText(a.name.en, b.name.en) || byText(a.id, b.id),
  )
  return sorted
    .filter(({ parent }) => parent === null)
    .flatMap((top) => [top, ...sorted.filter(({ parent }) => parent === top.id)])
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
