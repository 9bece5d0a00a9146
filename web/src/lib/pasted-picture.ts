import type { ClipboardEvent } from 'react'

/** The pasted picture, if there is no text: spreadsheets and web pages copy their text as a picture too. */
export function pastedPicture({ clipboardData }: ClipboardEvent): File | undefined {
  if (clipboardData.getData('text/plain') !== '') return undefined
  return [...clipboardData.files].find(({ type }) => type.startsWith('image/'))
}
