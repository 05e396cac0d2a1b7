import { Message } from '../ui/Message.tsx'

/** A page whose address is settled and whose content comes with a later release: it says so and pretends nothing. */
export function ComingScreen({ title }: { title: string }) {
  return <Message title={title}>This screen comes with the next release.</Message>
}
