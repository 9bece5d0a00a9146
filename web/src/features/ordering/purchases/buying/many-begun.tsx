import { Button, type ButtonProps } from '@mantine/core'
import { IconListNumbers } from '@tabler/icons-react'
import { useKeptList } from '#features/ordering/purchases/buying/many-kept.ts'

/** A button to continue a list that was begun; null if there is none. */
export function BegunList({ onOpen, ...button }: ButtonProps & { onOpen: () => void }) {
  const left = useKeptList()
  return (
    left !== null && (
      <Button variant="light" color="orange" leftSection={<IconListNumbers size={18} aria-hidden />} onClick={onOpen} {...button}>
        Lanjutkan daftar, sisa {left}
      </Button>
    )
  )
}
