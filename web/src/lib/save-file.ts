import type { NamedFile } from '#lib/api.ts'

/** How long the file is kept, in milliseconds: some browsers read the file only after the click handler has returned. */
const readWithin = 30_000

/** Saves a file through the browser's download function. */
export function saveFile({ name, content }: NamedFile) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), readWithin)
}
