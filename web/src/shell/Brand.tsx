import { BrandMark } from './BrandMark.tsx'
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
