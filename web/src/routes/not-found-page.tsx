import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from '#routes/alone.module.css'
import { EmptyState } from '#ui/states.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

export function NotFoundPage() {
  return (
    <main className={classes.alone}>
      <Wordmark />
      <EmptyState
        icon={IconMapOff}
        title="Halaman tidak ditemukan"
        hint="Alamat ini tidak ada, atau sudah dipindahkan."
        action={<Button renderRoot={(props) => <Link to="/home" {...props} />}>Kembali ke Lapak</Button>}
      />
    </main>
  )
}
