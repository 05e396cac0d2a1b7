import { useRef } from 'react'

/** Keys of rows that have no names: a row keeps its fields when another one goes. */
export function useRowKeys(count: number): {
  readonly keys: readonly number[]
  readonly remove: (index: number) => void
} {
  const keys = useRef<number[]>([])
  const next = useRef(0)
  while (keys.current.length < count) keys.current.push(next.current++)
  return { keys: keys.current, remove: (index) => void keys.current.splice(index, 1) }
}
