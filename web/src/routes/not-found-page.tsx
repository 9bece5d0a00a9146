import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { PageFrame } from '#ui/page-frame.tsx'
import { EmptyState } from '#ui/states.tsx'

export function NotFoundPage() {
  return (
    <PageFrame title="Halaman tidak ditemukan">
      <EmptyState
        icon={IconMapOff}
        title="Alamat ini tidak ada, atau sudah dipindahkan"
        action={<Button renderRoot={(props) => <Link to="/home" {...props} />}>Kembali ke Lobby</Button>}
      />
    </PageFrame>
  )
}
