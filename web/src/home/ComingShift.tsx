import { Skeleton } from '../ui/Skeleton.tsx'

/** The shift on home in the size of what comes, so that nothing moves. */
export function ComingShift() {
  return (
    <>
      <Skeleton width="100%" height={104} radius={12} />
      <Skeleton width="100%" height={76} radius={12} />
      <Skeleton width="100%" height={188} radius={12} />
      <Skeleton width="100%" height={296} radius={12} />
    </>
  )
}
