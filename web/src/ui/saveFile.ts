import { useMutation } from '@tanstack/react-query'

/** Hands a file to the browser, which puts it where it puts downloads. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // A browser may begin to read only after the click has passed.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

export const saveCsv = (name: string, csv: string) =>
  saveFile(name, new Blob([csv], { type: 'text/csv' }))

/** Lines of cells as a CSV text, as an import reads it. */
export const csvText = (lines: readonly (readonly string[])[]) =>
  lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')

const csvCell = (text: string) =>
  /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Requests a file and saves it, under `name` where the server gave it none. */
export const useDownload = <Wish = void>(
  name: string,
  request: (wish: Wish) => Promise<{ readonly name: string | null; readonly content: Blob }>,
) =>
  useMutation({
    mutationFn: request,
    onSuccess: (file) => saveFile(file.name ?? name, file.content),
  })
