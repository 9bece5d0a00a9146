import type { ClipboardEvent } from 'react'

/** The pasted picture, unless text was pasted too: spreadsheets and web pages also put a picture of the copied text on the clipboard. */
export function pastedPicture({ clipboardData }: ClipboardEvent): File | undefined {
  if (clipboardData.getData('text/plain') !== '') return undefined
  return [...clipboardData.files].find(({ type }) => type.startsWith('image/'))
}
