import type { TakenFile } from '../../api/call.ts'

/** The bundle as a person reads it before it is sent: indented, named after its moment. */
export async function bundleFile({ content }: Pick<TakenFile, 'content'>) {
  const bundle: unknown = JSON.parse(await content.text())
  const madeAt =
    typeof bundle === 'object' && bundle !== null && 'madeAt' in bundle ? String(bundle.madeAt) : ''
  const text = `${JSON.stringify(bundle, null, 2)}\n`
  return {
    name: `packboard-support-${madeAt.slice(0, 19).replaceAll(':', '')}.json`,
    content: new Blob([text], { type: 'application/json' }),
  }
}
