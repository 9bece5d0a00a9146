import { Button, type ButtonProps } from '@mantine/core'
import { IconListNumbers } from '@tabler/icons-react'
import { useKeptList } from '#features/ordering/purchases/buying/many-kept.ts'

/** Leads on with a list that was begun; nothing where there is none. */
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
