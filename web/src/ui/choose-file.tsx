import { FileButton, type FileButtonProps } from '@mantine/core'
import { useRef } from 'react'

interface ChooseFileProps extends Omit<FileButtonProps, 'multiple' | 'onChange' | 'resetRef'> {
  onChoose: (file: File) => void
}

/** Opens the files of the device. The same one can be chosen again: it was taken off, sent, or mended meanwhile. */
export function ChooseFile({ onChoose, ...props }: ChooseFileProps) {
  const forget = useRef<() => void>(null)
  function choose(file: File | null) {
    forget.current?.()
    if (file) onChoose(file)
  }
  return <FileButton {...props} resetRef={forget} onChange={choose} />
}
