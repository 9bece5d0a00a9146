import { deferredComponent } from '#ui/lazy.tsx'
import { useIsModalsHostWanted } from '#ui/modals.ts'

const ModalsHost = deferredComponent(async () => (await import('#ui/modals-host.tsx')).ModalsHost)

/** The container in which confirmations are shown. Each page that uses confirmations mounts it once. */
export const ModalsContainer = () => <ModalsHost eager={useIsModalsHostWanted()} />
