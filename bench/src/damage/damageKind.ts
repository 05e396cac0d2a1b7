import type { PartDamage } from './partsOnDisk.ts'

export type Store = 'telemetry' | 'management'
export type DamageKind =
  | { readonly what: 'part'; readonly damage: PartDamage; readonly running: boolean }
  | { readonly what: 'away'; readonly store: Store }
  | { readonly what: 'olderCopy'; readonly store: Store }

export const nameOf = (kind: DamageKind) =>
  kind.what === 'part'
    ? `part ${kind.damage}, server ${kind.running ? 'running' : 'stopped'}`
    : `${kind.store} ${kind.what === 'away' ? 'taken away' : 'replaced by an older copy'}`
