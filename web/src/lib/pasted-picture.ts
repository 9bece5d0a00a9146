import type { ClipboardEvent } from 'react'

/** The picture that is pasted, when nothing but a picture is: what a table or a page copies is a picture of words as well. */
export function pastedPicture({ clipboardData }: ClipboardEvent): File | undefined {
  if (clipboardData.getData('text/plain') !== '') return undefined
  return [...clipboardData.files].find(({ type }) => type.startsWith('image/'))
}
