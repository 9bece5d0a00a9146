import { FileButton, type FileButtonProps } from '@mantine/core'
import { useRef } from 'react'

interface ChooseFileProps extends Omit<FileButtonProps, 'multiple' | 'onChange' | 'resetRef'> {
  onChoose: (file: File) => void
}

/**
 * A button that opens the browser's dialog to choose a file. The same file can be chosen again, because it may have been removed, sent or corrected
 * in the meantime.
 */
export function ChooseFile({ onChoose, ...props }: ChooseFileProps) {
  const forget = useRef<() => void>(null)
  function choose(file: File | null) {
    forget.current?.()
    if (file) onChoose(file)
  }
  return <FileButton {...props} resetRef={forget} onChange={choose} />
}
