import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { registerWorker, renew, useNewVersion } from '#lib/new-version.ts'
import { tryReach, useReached } from '#lib/reach.ts'
import { Strip } from '#ui/strip.tsx'

/** What every screen has, and none needs for its first look: the worker behind it, and what is to be said of network and version. */
export function Latecomers() {
  useEffect(() => {
    if (import.meta.env.PROD) void registerWorker()
  }, [])
  return (
    <div role="status">
      <NoNetwork />
      <NewVersion />
    </div>
  )
}

function NoNetwork() {
  const reached = useReached()
  const [trying, setTrying] = useState(false)
  if (reached) return null
  async function tryNow() {
    setTrying(true)
    await tryReach()
    setTrying(false)
  }
  return (
    <Strip icon={IconCloudOff} look="quiet">
      <span>
        <strong>Tidak ada jaringan.</strong> Yang tampil adalah yang terakhir diketahui; dicoba lagi sendiri.
      </span>
      <Button size="compact-md" variant="default" loading={trying} onClick={tryNow}>
        Coba sekarang
      </Button>
    </Strip>
  )
}

function NewVersion() {
  const there = useNewVersion()
  const [later, setLater] = useState(false)
  const [loading, setLoading] = useState(false)
  if (!there || later) return null
  function load() {
    setLoading(true)
    void renew()
  }
  return (
    <Strip icon={IconRefresh}>
      <strong>Versi baru tersedia</strong>
      <Button size="compact-md" loading={loading} onClick={load}>
        Muat ulang
      </Button>
      <Button size="compact-md" variant="default" disabled={loading} onClick={() => setLater(true)}>
        Nanti
      </Button>
    </Strip>
  )
}
