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
