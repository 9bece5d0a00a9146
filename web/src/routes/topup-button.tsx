import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconWallet } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import bar from '#routes/top-bar.module.css'
import { belowSm } from '#ui/bounds.ts'
import { late } from '#ui/lazy.tsx'

// What opens over the page is loaded when it is asked for first.
const TopupDialog = late(async () => (await import('#features/funds/top-ups/topup-dialog.tsx')).TopupDialog)

/** Asks how much and by which method; the page of top-ups has the rest. On phones an icon. */
export function TopupButton() {
  const phone = useMediaQuery(belowSm, undefined, { getInitialValueInEffect: false })
  const [opened, { open, close }] = useDisclosure()
  const navigate = useNavigate()
  function next(command: { jumlah: string; methode: string }) {
    close()
    void navigate({ to: '/tambahsaldo', search: command })
  }
  return (
    <>
      {phone ? (
        <ActionIcon size={44} variant="filled" color="orange" className={bar.spare} aria-label="Topup" onClick={open}>
          <IconWallet size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <Button size="sm" color="orange" className={bar.brief} leftSection={<IconWallet size={18} aria-hidden />} onClick={open}>
          Topup
        </Button>
      )}
      {opened && <TopupDialog now onClose={close} onNext={next} />}
    </>
  )
}
