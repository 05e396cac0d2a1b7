import { useProvider } from './provider.ts'

/** The mark and the name. */
export function Brand({ size = 24 }: { size?: number }) {
  const { name } = useProvider()
  return (
    <>
      <BrandMark size={size} />
      <span>{name}</span>
    </>
  )
}

/** The mark alone: a pack with its figures. */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        d="M3 4.5l1.6 1.9L3 8.25l1.6 1.9L3 12l1.6 1.85L3 15.75l1.6 1.85L3 19.5h18l-1.6-1.9 1.6-1.85-1.6-1.9L21 12l-1.6-1.85L21 8.25l-1.6-1.85L21 4.5z"
        fill="var(--text-1)"
      />
      <path d="M8 15.5h2.2v-4H8zM11 15.5h2.2V8.5H11zM14 15.5h2.2v-2.6H14z" fill="var(--on-text)" />
    </svg>
  )
}
