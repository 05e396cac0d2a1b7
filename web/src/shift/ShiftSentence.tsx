import type { ChosenClient } from '../session/chosenClient.ts'
import { useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { useShownZone } from '../time/zone.ts'
import styles from './Sentence.module.css'
import { Sentence } from './Sentence.tsx'
import { useShiftPage } from './shiftQueries.ts'

/**
 * The running shift of the client whose page this is, in one sentence. Nothing is drawn before it is known, nor where it
 * could not be read. Its page needs the texts of `shift`.
 */
export function ShiftSentence() {
  const client = useClient(usePerson())
  return client && <SentenceOf client={client} />
}

function SentenceOf({ client }: { client: ChosenClient }) {
  const { data } = useShiftPage(client.id)
  const zone = useShownZone()
  if (!data) return null
  const { from, to } = data.shift
  return (
    <p className={styles.line}>
      <Sentence sentence={data.sentence} shift={{ clientId: client.id, from, to, zone }} />
    </p>
  )
}
