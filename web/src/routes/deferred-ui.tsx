import { Button } from '@mantine/core'
import { IconCloudOff, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { registerWorker, reloadToUpdate, useIsUpdateAvailable } from '#lib/app-update.ts'
import { reconnect, useConnectionStatus } from '#lib/connection-status.ts'
import { checkReachability, useIsServerReachable } from '#lib/connectivity.ts'
import { AppMessageBar } from '#ui/app-message-bar.tsx'

/**
 * Parts of every screen that the first screen does not need: the registration of the service worker, and messages about the network and about new
 * versions.
 */
export function DeferredUi() {
  useEffect(() => {
    if (import.meta.env.PROD) void registerWorker()
  }, [])
  return (
    <div role="status">
      <Connection />
      <NewVersion />
    </div>
  )
}

/** Without a network there is no realtime connection either; then only the message about the network is shown. */
function Connection() {
  const reached = useIsServerReachable()
  const status = useConnectionStatus()
  if (!reached) return <NoNetwork />
  return status === 'connected' ? null : <ConnectionLost closed={status === 'closed'} />
}

function NoNetwork() {
  const [trying, setTrying] = useState(false)
  async function tryNow() {
    setTrying(true)
    await checkReachability()
    setTrying(false)
  }
  return (
    <AppMessageBar icon={IconCloudOff} look="quiet">
      <span>
        <strong>Tidak ada jaringan.</strong> Yang tampil adalah yang terakhir diketahui; dicoba lagi sendiri.
      </span>
      <Button size="compact-md" variant="default" loading={trying} onClick={tryNow}>
        Coba sekarang
      </Button>
    </AppMessageBar>
  )
}

const ConnectionLost = ({ closed }: { closed: boolean }) => (
  <AppMessageBar icon={IconPlugConnectedX} look="quiet">
    <span>
      <strong>Pembaruan langsung terputus.</strong> Yang tampil bisa tertinggal{closed ? '.' : '; disambung lagi sendiri.'}
    </span>
    {closed && (
      <Button size="compact-md" variant="default" onClick={reconnect}>
        Sambungkan lagi
      </Button>
    )}
  </AppMessageBar>
)

function NewVersion() {
  const there = useIsUpdateAvailable()
  const [later, setLater] = useState(false)
  const [loading, setLoading] = useState(false)
  if (!there || later) return null
  function load() {
    setLoading(true)
    void reloadToUpdate()
  }
  return (
    <AppMessageBar icon={IconRefresh}>
      <strong>Versi baru tersedia</strong>
      <Button size="compact-md" loading={loading} onClick={load}>
        Muat ulang
      </Button>
      <Button size="compact-md" variant="default" disabled={loading} onClick={() => setLater(true)}>
        Nanti
      </Button>
    </AppMessageBar>
  )
}
