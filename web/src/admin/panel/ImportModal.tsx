import { importRecipes, type RefusedLine } from '@packboard/contract'
import { call } from '../../api/call.ts'
import { CsvImport } from '../../crud/CsvImport.tsx'
import { refusalWords } from '../../crud/refusalWords.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { showToast } from '../../ui/toasts.ts'

/** Imports the products of a client from a CSV file. */
export function ImportModal({
  clientId,
  opened,
  done,
  onClose,
}: {
  clientId: number
  opened: boolean
  done: () => void
  onClose: () => void
}) {
  const say = useTexts('panel')
  return (
    <CsvImport
      title={say('importTitle')}
      hint={say('csvHint')}
      send={(csv, dryRun) => call(importRecipes, { params: { clientId }, body: { csv, dryRun } })}
      fits={({ added, changed, unchanged, refused }) =>
        say('importFound', {
          added: formatCount(added),
          changed: formatCount(changed),
          unchanged: formatCount(unchanged),
          refused: formatCount(refused.length),
        })
      }
      isNothing={({ added, changed }) => added + changed === 0}
      refusalOf={(each: RefusedLine) => refusalWords(say, each)}
      done={() => {
        done()
        showToast(say('success'))
      }}
      {...{ opened, onClose }}
    />
  )
}
