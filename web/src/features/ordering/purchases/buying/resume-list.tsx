import { Button, type ButtonProps } from '@mantine/core'
import { IconListNumbers } from '@tabler/icons-react'
import { useUnfinishedCount } from '#features/ordering/purchases/buying/many-stored.ts'

/** The button that continues a list of orders whose sending has begun; renders nothing if there is no such list. */
export function ResumeList({ onOpen, ...button }: ButtonProps & { onOpen: () => void }) {
  const left = useUnfinishedCount()
  return (
    left !== null && (
      <Button variant="light" color="orange" leftSection={<IconListNumbers size={18} aria-hidden />} onClick={onOpen} {...button}>
        Lanjutkan daftar, sisa {left}
      </Button>
    )
  )
}
