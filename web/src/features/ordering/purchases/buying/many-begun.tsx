import { Button, type ButtonProps } from '@mantine/core'
import { IconListNumbers } from '@tabler/icons-react'
import { useKeptList } from '#features/ordering/purchases/buying/many-kept.ts'

/** The button that continues a list of orders whose sending has begun; renders nothing if there is no such list. */
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
